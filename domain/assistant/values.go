package assistant

import "genplanx/domain"

// typeAliases are the words that requests and language models use for types.
// Case, spaces, hyphens and underscores need no alias.
func typeAliases() map[string]string {
	return map[string]string{
		"bar":               "bar-chart",
		"bar-graph":         "bar-chart",
		"column-chart":      "bar-chart",
		"line":              "line-chart",
		"line-graph":        "line-chart",
		"pie":               "pie-chart",
		"scatter":           "scatter-chart",
		"scatter-plot":      "scatter-chart",
		"chart":             "graph",
		"plot":              "graph",
		"csv":               "csv-file",
		"excel":             "excel-file",
		"xlsx-file":         "excel-file",
		"spreadsheet":       "excel-file",
		"db":                "database",
		"pdf":               "pdf-file",
		"word":              "word-file",
		"docx-file":         "word-file",
		"powerpoint":        "powerpoint-file",
		"pptx":              "powerpoint-file",
		"pptx-file":         "powerpoint-file",
		"presentation-file": "powerpoint-file",
		"picture":           "image-file",
		"png-file":          "image-file",
		"svg-file":          "image-file",
		"df":                "dataframe",
		"data-frame":        "dataframe",
		"table":             "dataframe",
		"selection":         "query",
		"sql":               "query",
		"sql-query":         "query",
		"deck":              "presentation",
		"calendar":          "appointments",
		"schedule":          "appointments",
		"answer":            "response",
		"chat-response":     "response",
		"ml-model":          "model",
		"classifier":        "model",
		"algorithm":         "ml-algorithm",
		"incoming-email":    "input-email",
		"outgoing-email":    "output-email",
		"string":            "text",
		"eml-file":          "email-file",
	}
}

// values tells which values a problem gives and which are made at run time.
func values() map[string]domain.ValueRule {
	return map[string]domain.ValueRule{
		"object":       domain.AnyValue,
		"contents":     domain.AnyValue,
		"file":         domain.PathValue,
		"title":        domain.TextValue,
		"column":       domain.TextValue,
		"text":         domain.TextValue,
		"ml-algorithm": domain.TextValue,
		"language":     domain.TextValue,
		"condition":    domain.TextValue,
		"query":        domain.QueryValue,
		"data":         domain.EmptyValue,
		"data-type":    domain.EmptyValue,
		"graph":        domain.EmptyValue,
		"presentation": domain.EmptyValue,
		"slide":        domain.EmptyValue,
		"model":        domain.EmptyValue,
		"appointments": domain.EmptyValue,
		"email":        domain.EmptyValue,
	}
}

// extensions of the files that the actions can read or write. A database may be
// a name without extension.
func extensions() map[string][]string {
	return map[string][]string{
		"data-file":       {".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".sqlite", ".sqlite3", ".db"},
		"database":        {"", ".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".sqlite", ".sqlite3", ".db"},
		"csv-file":        {".csv", ".tsv", ".txt"},
		"excel-file":      {".xlsx", ".xlsm"},
		"powerpoint-file": {".pptx"},
		"image-file":      {".png", ".svg"},
		"email-file":      {".eml"},
		"pdf-file":        {".pdf"},
		"word-file":       {".docx"},
		"text-file":       {".txt", ".md"},
	}
}
