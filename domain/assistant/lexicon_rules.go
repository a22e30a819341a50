package assistant

import "genplanx/domain"

// What things and verbs mean, in the predicates of assistant.pddl.
func lexiconRules() []domain.Rule {
	return append(lexiconDataRules(), lexiconOfficeRules()...)
}

func lexiconDataRules() []domain.Rule {
	return []domain.Rule{
		{For: "file", If: "@source, @file", Init: "(available $self)"},
		{For: "file", If: "@contents, !@file", Init: "(available $self)"},
		{For: "file", If: "cost, @source", Costs: "(= (database-cost $self) ${cost})"},
		{For: "database", If: "cost, !holds", Costs: "(= (database-cost $self) ${cost})"},
		{For: "database", If: "cost, holds", Each: "holds", Costs: "(= (database-cost $each) ${cost})"},
		{For: "database", If: "query:querykind, !holds", Init: "(database-query-${query.variant} $self)"},
		{For: "database", If: "query:querykind, holds", Each: "holds", Init: "(database-query-${query.variant} $each)"},
		{For: "table", If: "source:file", Each: "source", Init: "(in $self $each)"},
		{For: "table", If: "source:database", Each: "source", Init: "(in $self $each)"},
		{For: "table", If: "source:calendar", Goals: "(appointments-contents $source $self)"},
		{For: "table", If: "base", Objects: []domain.ObjectRule{{Local: "q", Name: "query", Type: "query", Value: "${self:query}"}},
			Init: "(available $q) (query-result $base $q $self)", Goals: "(done-query $q)"},
		{For: "table", If: "file", Each: "file", Goals: "(in $self $each)"},
		{For: "measure", If: "fn=COUNT, !group, !file", Objects: []domain.ObjectRule{
			{Local: "self", Name: "data-count", Type: "data-contents"},
			{Local: "dt", Name: "count", Type: "count"}},
			Init: "(in-data $dt $data) (data-type-contents $dt $self)"},
		{For: "measure", If: "file, !group", Objects: []domain.ObjectRule{{Local: "q", Name: "query", Type: "query", Value: "${self:query}"}},
			Init: "(available $q) (query-result $data $q $self)", Goals: "(done-query $q)"},
		{For: "measure", If: "file", Each: "file", Goals: "(in $self $each)"},
		{For: "measure", If: "group", Objects: []domain.ObjectRule{{Local: "q", Name: "query", Type: "query", Value: "${self:query}"}},
			Init: "(available $q) (query-result $data $q $self)", Goals: "(done-query $q)"},
		{For: "measure", If: "!fn=COUNT, !group, !file", Objects: []domain.ObjectRule{
			{Local: "self", Name: "data-value", Type: "data-contents"},
			{Local: "q", Name: "query", Type: "query", Value: "${self:query}"},
			{Local: "r", Name: "result-dataframe", Type: "dataframe"},
			{Local: "v", Name: "value", Type: "value"}},
			Init: "(available $q) (query-result $data $q $r) (in-data $v $r) (data-type-contents $v $self)"},
		{For: "read", If: "each:table", Each: "object", Goals: "(available $each)"},
		{For: "read", If: "each:letter", Each: "object", Goals: "(email-read $each)"},
		{For: "letter", If: "source", Init: "(in $self $source)"},
		{For: "follow", Each: "object", Goals: "(email-parsed $each)"},
		{For: "mail", If: "!contents, body, to", Init: "(available $body)", Goals: "(sent-email $self $body)"},
		{For: "mail", If: "contents, to", Goals: "(sent-email $self $contents)"},
		{For: "read", If: "each:table, !object", Each: "from", Goals: "(available $each)"},
	}
}

func lexiconOfficeRules() []domain.Rule {
	axis := []domain.ObjectRule{
		{Local: "qx", Name: "query", Type: "query", Value: "df[${x:q}]"},
		{Local: "rf", Name: "reference-dataframe", Type: "dataframe"},
	}
	values := []domain.ObjectRule{
		{Local: "qy", Name: "query", Type: "query", Value: "df[${each:q}]"},
		{Local: "vf", Name: "filtered-dataframe", Type: "dataframe"},
	}
	return []domain.Rule{
		{For: "chart", If: "x, !=histogram", Objects: axis, Init: "(available $qx) (query-result $data $qx $rf) (reference $x $rf)", Goals: "(done-query $qx)"},
		{For: "chart", If: "x, !=histogram", Each: "y", Objects: values, Init: "(available $qy) (query-result $data $qy $vf)", Goals: "(done-query $qy) (in-graph $vf $rf $self)"},
		{For: "chart", If: "=histogram", Each: "y", Objects: values, Init: "(available $qy) (query-result $data $qy $vf)", Goals: "(done-query $qy) (in-graph $vf $vf $self)"},
		{For: "chart", If: "file", Each: "file", Goals: "(in $self $each)"},
		{For: "slide", If: "heading", Goals: "(in $heading $self)"},
		{For: "slide", Each: "contents", Goals: "(in $each $self)"},
		{For: "deck", Each: "contents", Goals: "(in $each $self)"},
		{For: "deck", If: "file", Each: "file", Goals: "(in $self $each)"},
		{For: "text", If: "@contents", Init: "(available $self)"},
		{For: "model", If: "column, data", Goals: "(learned-model $self $column) (learned-from $self $data) (used-for-training $data)"},
		{For: "prediction", If: "model, data, column", Goals: "(done-prediction $model $data $column $self) (available $self)"},
		{For: "prediction", If: "file", Each: "file", Goals: "(in $self $each)"},
		{For: "answer", Each: "contents", Goals: "(in $each $self)"},
		{For: "answer", If: "contents", Goals: "(sent $self)"},
	}
}
