package data

import "genplanx/actions"

// QueryDataOptimized is the Go side of (query-data-optimized ai query dataframe
// result file): the table is loaded once per value of the frame, and indexed on
// the columns that queries choose rows by.
func QueryDataOptimized() actions.Action {
	x := &indexed{engine: newEngine()}
	return queryAction(x.ask)
}
