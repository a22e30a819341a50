package assistant

import "genplanx/domain"

// Marks that several slots share.
const (
	marksInto = "on, in, to, into, onto, inside, within, go on, goes on, go in, goes in, go into, goes into, placed on, put on, put in, put into, placed in, added to, shown on, inserted into, belong on, belongs on, appear on, appears on, be on, be in"
	marksFile = "saved as, saved to, saved in, saved on, saved into, saved under, stored as, stored in, written to, exported to, exported as, go to, goes to, be called, be saved as, be saved to, be saved in, be saved on, be stored in, be written to, called, named"
	marksData = "from, using, use, based on, out of, with, in, on, of, for, over, to, taken from, comes from, coming from, come from, made from, read from, within, across, among"
)

const lexiconCost = "cost of reading, reading cost, read cost, cost, price, cost to read, cost of reading it, cost for reading, cost of reading from it, reading price"

func lexiconKinds() []domain.Kind {
	return append(lexiconDataKinds(), lexiconOfficeKinds()...)
}

func lexiconDataKinds() []domain.Kind {
	label := []domain.Attr{{Key: "label", Value: "$label"}}
	return []domain.Kind{
		{Name: "file", Nouns: "file, workbook, spreadsheet, document", Object: "data-file", Type: "data-file", Attrs: []domain.Attr{{Key: "database", Value: "$by:database.holds"}}, Slots: []domain.Slot{
			{Name: "cost", Marks: "costs", Nouns: lexiconCost, Takes: "number"},
		}, Variants: []domain.Variant{
			{Name: "csv", Nouns: "csv, csv file", Type: "csv-file"},
			{Name: "excel", Nouns: "excel file, excel sheet, excel spreadsheet, xlsx file, xlsx, excel workbook, excel", Type: "excel-file"},
			{Name: "powerpoint", Nouns: "powerpoint file, pptx file, pptx", Type: "powerpoint-file"},
			{Name: "image", Nouns: "image file, png file, svg file, image, picture, png, svg", Type: "image-file"},
			{Name: "email", Nouns: "eml file", Type: "email-file"},
			{Name: "database", Nouns: "sqlite file, database file, sqlite database, sqlite db", Type: "database"},
			{Name: "plain", Nouns: "text file", Type: "text-file"},
			{Name: "pdf", Nouns: "pdf, pdf file", Type: "pdf-file"},
			{Name: "word", Nouns: "word file, word document", Type: "word-file"},
			{Name: "calendar", Nouns: "ics file"},
			{Name: "other"},
			{Name: "bare", Type: "data-file"},
		}},
		{Name: "database", Nouns: "database, data base, db, data source", Object: "database", Type: "database", Named: true, Slots: []domain.Slot{
			{Name: "cost", Marks: "costs, costing, at a cost of, at cost, at, with a cost of, for a cost of, costs me, takes", Takes: "number",
				Nouns: lexiconCost},
			{Name: "query", Marks: "-, supports, supporting, support, offers, offering, allows, allowing, with, accepts, understands, has, provides, providing, that supports, which supports, can do, does, handles, only supports, uses, runs", Takes: "querykind"},
			{Name: "holds", Marks: "for, of, holding, containing, contains, holds", Takes: "file", Many: true},
		}},
		{Name: "querykind", Variants: []domain.Variant{
			{Name: "basic", Nouns: "basic query, basic querying, simple query, plain query, ordinary query, basic queries only, only basic query"},
			{Name: "optimized", Nouns: "optimized query, optimised query, optimized querying, optimised querying, fast query, efficient query, optimized"},
		}},
		{Name: "calendar", Nouns: "calendar, agenda, diary, schedule, outlook calendar", Object: "appointments", Type: "appointments", Single: true, Value: "${file} ", Slots: []domain.Slot{
			{Name: "file", Marks: "in, from, of, stored in", Takes: "file:calendar"},
		}},
		{Name: "table", Nouns: "data, numbers, figures, dataframe, data frame, table, row, record, entry, result, dataset, data set, line, outcome, output, rest, contents, people, person", Via: "self",
			Object: "dataframe", Type: "dataframe", Attrs: label, Same: "source", Alone: "answer.contents", AloneIf: "base, columns",
			Variants: []domain.Variant{
				{Name: "appointments", Nouns: "appointment, meeting, event, calendar entry, calendar event, calendar item", Fill: "source=calendar", Mine: true},
			},
			Slots: []domain.Slot{
				{Name: "source", Marks: "in, from, of, using, stored in, contained in, located in, held in, coming from, comes from, come from, inside, is in, found in, taken from, out of, lives in, that is in, for, on, sits in, to find in, can be read from, is read from, are read from, can be loaded from, can come from, can be taken from, read from, loaded from",
					Takes: "file:csv, file:excel, file:database, file:bare, database, calendar", Many: true, Or: true, Unless: "base, columns", Nouns: "",
					Default: domain.Default{All: "database", Except: "database.member", Only: "file", Kind: ""}, Ask: "Which file holds %s?"},
				{Name: "base", Takes: "table", Marks: ""},
				{Name: "columns", Takes: "column", Many: true},
				{Name: "file", Marks: marksFile, Takes: "file:csv, file:excel, file:database"},
				{Name: "within", Marks: marksInto, Takes: "slide, deck, mail", Into: "contents"},
			}},
		{Name: "measure", Nouns: "count, tally", Object: "dataframe", Type: "dataframe", Attrs: label, Via: "data", Is: "table", Alone: "answer.contents", Slots: []domain.Slot{
			{Name: "column", Marks: "of, in, for", Takes: "column", Unless: "fn=COUNT", Ask: "Which column is meant with %s?"},
			{Name: "group", Marks: "per, by, for each, for every, grouped by, in each, of each, broken down by, across, split by, against, over", Takes: "column"},
			{Name: "data", Marks: "-, " + marksData, Takes: "table", Default: domain.Default{Only: "table"}, Ask: "Which data is %s to be taken from?"},
			{Name: "file", Marks: marksFile, Takes: "file:csv, file:excel, file:database"},
			{Name: "within", Marks: marksInto, Takes: "slide, deck, mail", Into: "contents"},
		}},
		{Name: "column", Nouns: "column, field, variable, feature, attribute", Object: "column", Type: "column", Named: true, Slots: nil},
		{Name: "number"},
		{Name: "address"},
		{Name: "text", Nouns: "text, paragraph, note, sentence, line of text, words", Object: "text", Type: "text", Slots: []domain.Slot{
			{Name: "within", Marks: marksInto, Takes: "slide, deck", Into: "contents"},
		}},
	}
}

func lexiconOfficeKinds() []domain.Kind {
	label := []domain.Attr{{Key: "label", Value: "$label"}}
	return []domain.Kind{
		{Name: "chart", Nouns: "chart, graph, plot, diagram, visualisation, visualization, picture, image", Type: "bar-chart", Object: "bar-chart", Via: "data", Own: "y, x", Value: "",
			Attrs: []domain.Attr{{Key: "title", Value: "${title}"}},
			Variants: []domain.Variant{
				{Name: "bar", Nouns: "bar chart, barchart, bar graph, bar plot, bar diagram, column chart, bars, barplot, bargraph", Type: "bar-chart"},
				{Name: "line", Nouns: "line chart, linechart, line graph, line plot, line diagram, line, trend line, time series chart", Type: "line-chart"},
				{Name: "pie", Nouns: "pie chart, piechart, pie graph, pie, pie diagram, pie plot", Type: "pie-chart"},
				{Name: "scatter", Nouns: "scatter chart, scatter plot, scatterplot, scatter graph, scatter diagram, scatter", Type: "scatter-chart"},
				{Name: "histogram", Nouns: "histogram, distribution chart, distribution plot, histogram chart", Type: "histogram"},
			},
			Slots: []domain.Slot{
				{Name: "y", Marks: "-, of, from, for, showing, that shows, which shows, displaying, plotting, comparing, to show, shows, of the column, depicting, presenting, should show, illustrating", Takes: "column, measure", Many: true, By: "x",
					Nouns: "y axis, y, y values, vertical axis, values", Ask: "Which column should %s show?"},
				{Name: "x", Marks: "against, by, per, over, versus, vs, vs., for each, across, along, as a function of, with respect to, grouped by, depending on, plotted against, in terms of, for every, against the", Takes: "column", Unless: "=histogram",
					Nouns: "x axis, reference column, x, x values, horizontal axis, reference, category column", Ask: "Against which column should %s be drawn?"},
				{Name: "data", Marks: marksData, Takes: "table", Default: domain.Default{Only: "table"}, Ask: "Which file holds the data for %s?"},
				{Name: "title", Marks: "titled, entitled, called, named, headed, be titled, be called", Nouns: "title, heading, headline, caption, name", Takes: "text"},
				{Name: "heading", Takes: "text", Default: domain.Default{Text: "${title} | ${y} by ${x} | ${y}", Kind: "text"}},
				{Name: "within", Marks: marksInto, Takes: "slide, deck, mail", Into: "contents"},
				{Name: "file", Marks: marksFile + ", as", Takes: "file:image", Default: domain.Default{Text: "${heading}#.png", Kind: "file", Alone: true}},
			}},
		{Name: "title", Object: "title", Type: "title"},
		{Name: "slide", Nouns: "slide, page", Object: "slide", Type: "slide", Own: "title, contents, heading", Alone: "deck.contents", Value: " ", Slots: []domain.Slot{
			{Name: "contents", Marks: "with, containing, showing, for, of, that has, that shows, that contains, which contains, which shows, including, has, contains, shows, should contain, should show, should have, holding, displaying", Takes: "chart, table, text, measure", Many: true},
			{Name: "title", Marks: "titled, entitled, called, named, headed, be titled, be called", Nouns: "title, heading, headline, name, header", Takes: "text"},
			{Name: "heading", Takes: "text", Default: domain.Default{Text: "${title} | ${contents.heading} | ${deck.title} | Slide", Kind: "title"}},
			{Name: "within", Marks: marksInto, Takes: "deck", Into: "contents"},
		}},
		{Name: "deck", Nouns: "presentation, deck, slide deck, powerpoint, power point, powerpoint presentation, powerpoint deck, ppt, slideshow, slide show, pptx presentation, slides presentation", Object: "presentation", Type: "presentation",
			Own: "", Value: " ", Attrs: []domain.Attr{{Key: "title", Value: "${title}"}}, Slots: []domain.Slot{
				{Name: "contents", Marks: "with, containing, showing, of, that has, that shows, that contains, which contains, including, has, contains, shows, should contain, should have, for, about, holding", Takes: "slide", Many: true, Default: domain.Default{Loose: "slide, chart, text"}, Ask: "What should be in %s?"},
				{Name: "title", Marks: "titled, entitled, headed, be titled, called, named, be called", Nouns: "title, heading, headline", Takes: "text"},
				{Name: "data", Marks: "from, based on, using, out of", Takes: "table"},
				{Name: "file", Marks: marksFile + ", as, in, to, on, on file, in file, at", Takes: "file:powerpoint", Nouns: "file, file name, filename", Default: domain.Default{Text: "${title}#.pptx | ${contents.heading}#.pptx", Kind: "file"}},
			}},
		{Name: "algorithm", Object: "ml-algorithm", Type: "ml-algorithm", Named: true, Nouns: "algorithm, learning algorithm, classification algorithm, method", Variants: []domain.Variant{
			{Name: "tree", Nouns: "decision tree, decision tree classifier, decisiontreeclassifier, decision tree algorithm, tree classifier, classification tree", Value: "DecisionTreeClassifier"},
			{Name: "regressor", Nouns: "decision tree regressor, decisiontreeregressor, regression tree", Value: "DecisionTreeRegressor"},
		}},
		{Name: "model", Nouns: "model, classifier, predictor, ml model, machine learning model, classification model, prediction model", Object: "model", Type: "model", Value: "${name}", Attrs: []domain.Attr{{Key: "algorithm", Value: "$object:algorithm"}}, Own: "column, data, name",
			Slots: []domain.Slot{
				{Name: "column", Marks: "-, for, of, to predict, that predicts, predicting, which predicts, that can predict, to classify, to forecast, to learn, that classifies, for predicting, on column, on the column", Takes: "column", Nouns: "target, target column, target variable, class label", Default: domain.Default{User: "prediction.model.column"}, Ask: "Which column should %s predict?"},
				{Name: "data", Marks: "from, on, using, with, in, of, to, based on, trained on, learned from, fitted to, for, over", Takes: "table", Nouns: "training data, training set, training file", Default: domain.Default{Only: "table", Except: "prediction.data"}, Ask: "Which data should %s be learned from?"},
				{Name: "algorithm", Marks: "-, with, using, by, via, through, use, by means of, based on, as", Takes: "algorithm", Default: domain.Default{Text: "DecisionTreeClassifier", Kind: "algorithm"}, Nouns: ""},
				{Name: "name", Marks: "called, named, as, be called, be named", Nouns: "name", Takes: "text"},
			}},
		{Name: "prediction", Nouns: "prediction, forecast, predicted value", Is: "table", Object: "dataframe", Type: "dataframe", Attrs: label, Slots: []domain.Slot{
			{Name: "column", Marks: "-, of, for", Takes: "column", Default: domain.Default{Of: "model.column"}, Agree: "model.column", Ask: "Which column should be predicted?"},
			{Name: "model", Marks: "with, using, by, use, via, of, through, by means of, from", Takes: "model", Default: domain.Default{Only: "model"}, Ask: "With which model, learned from which data, should it be predicted?"},
			{Name: "data", Marks: "-, for, on, of, in, from, over, to, about", Takes: "table", Adds: true, Default: domain.Default{Only: "table", Except: "model.data"}, Nouns: "", Ask: "For which data should it be predicted?"},
			{Name: "file", Marks: marksFile, Takes: "file:csv, file:excel, file:database"},
			{Name: "within", Marks: marksInto, Takes: "slide, deck, mail", Into: "contents"},
		}},
		{Name: "answer", Nouns: "answer, reply, response", Object: "chat-response", Type: "response", Single: true, Value: " ", Slots: []domain.Slot{
			{Name: "contents", Marks: "-", Takes: "measure, table, prediction, text", Many: true},
		}},
		{Name: "mail", Nouns: "mail, email, e-mail, message", Object: "output-email", Type: "output-email", Value: " ",
			Attrs: []domain.Attr{{Key: "to", Value: "$list:to"}, {Key: "cc", Value: "$list:cc"}, {Key: "subject", Value: "${subject}"}, {Key: "body", Value: "${body}"}, {Key: "attachments", Value: "$more:contents"}},
			Slots: []domain.Slot{
				{Name: "to", Marks: "-, to, for, addressed to", Takes: "address", Many: true, Ask: "To which mail address should %s go?"},
				{Name: "cc", Marks: "cc, with cc to, copy to, with a copy to, copying, and cc", Takes: "address", Many: true},
				{Name: "contents", Marks: "-, with, containing, of, attaching, with attachment, with the attachment", Takes: "text, file, deck, chart, measure, prediction, table", Many: true, Last: "file", Unless: "body", Ask: "What should %s carry?"},
				{Name: "subject", Marks: "with subject, about, under the subject", Nouns: "subject, subject line, title", Takes: "text"},
				{Name: "body", Marks: "saying, that says", Nouns: "body, text", Takes: "text"},
			}},
		{Name: "letter", Nouns: "mail, email, e-mail, message", Object: "input-email", Type: "input-email", Same: "source", Slots: []domain.Slot{
			{Name: "source", Marks: "in, from", Takes: "file:email", Ask: "In which file is the mail?"},
		}},
	}
}
