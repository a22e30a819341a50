package assistant

import "genplanx/domain"

// lexiconHelp tells what can be asked for; the examples are requests that the
// offline front end understands.
func lexiconHelp() domain.Help {
	return domain.Help{
		Asked: "help, help me, what can you do, what can i do, what can i ask, what can i ask you, what can i ask for, what do you do, how does this work, how do i use this, examples, show examples, give me examples, commands",
		Examples: []string{
			"Show the rows of sales.csv where region is North",
			"What is the average of sales in sales.csv?",
			"Save the rows of sales.csv where sales is above 100 as high.xlsx",
			"Make a bar chart of sales by month from sales.csv and save it as sales.png",
			"Make a presentation with a slide titled \"Sales\" that shows a pie chart of sales by region from sales.csv, and save it as sales.pptx",
			"Learn a decision tree from old.csv to predict bought and predict it for new.csv",
			"How many appointments do I have in March 2024?",
			"Send sales.csv to ann@example.com with subject \"Sales\"",
		},
		Formats: "data is read from and written to .csv, .tsv, .xlsx, .db and .sqlite, charts to .png and .svg, presentations to .pptx; mails are read from .eml and calendars from .ics",
	}
}
