package data

import "genplanx/actions"

// QueryDataBasic is the Go side of (query-data-basic ai query dataframe result
// file): the table is loaded and scanned anew for each query.
func QueryDataBasic() actions.Action { return queryAction(newEngine().once) }
