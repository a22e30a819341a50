package assistant

import (
	"genplanx/actions"
	"genplanx/actions/calendar"
	"genplanx/actions/chart"
	"genplanx/actions/condition"
	"genplanx/actions/data"
	"genplanx/actions/email"
	"genplanx/actions/ml"
	"genplanx/actions/response"
	"genplanx/actions/slides"
)

// Services are the connectors that handlers need beyond the workspace.
type Services struct {
	// Mailer sends mail; without a server it refuses to.
	Mailer email.Mailer
	// Interpret finds out what the text of a mail asks for; nil when nothing can.
	Interpret email.Interpreter
}

// Handlers binds every action of assistant.pddl to its Go side; a test compares
// the two, and so does [domain.CheckHandlers] at start-up.
func Handlers(s Services) actions.Set {
	return actions.Set{
		"read-data":            data.ReadData(),
		"query-data":           data.QueryData(),
		"query-data-basic":     data.QueryDataBasic(),
		"query-data-optimized": data.QueryDataOptimized(),
		"discard-data":         data.DiscardData(),
		"save-data":            data.SaveData(),
		"extract-data":         data.ExtractData(),

		"create-graph":     chart.CreateGraph(),
		"add-to-graph":     chart.AddToGraph(),
		"add-to-histogram": chart.AddToHistogram(),
		"save-graph":       chart.SaveGraph(),

		"create-presentation":   slides.CreatePresentation(),
		"create-slide":          slides.CreateSlide(),
		"add-to-slide-basic":    slides.AddToSlideBasic(),
		"add-table-to-slide":    slides.AddTableToSlide(),
		"add-text-to-slide":     slides.AddTextToSlide(),
		"generate-presentation": slides.GeneratePresentation(),

		"learn-supervised":            ml.LearnSupervised(),
		"predict-using-learned-model": ml.PredictUsingLearnedModel(),

		"read-appointments": calendar.ReadAppointments(),

		"create-response": response.CreateResponse(),
		"add-to-response": response.AddToResponse(),
		"send-response":   response.SendResponse(),

		"read-email":  email.ReadEmail(),
		"parse-email": email.ParseEmail(s.Interpret),
		"send-email":  email.SendEmail(s.Mailer),

		"decide": condition.Decide(),
	}
}
