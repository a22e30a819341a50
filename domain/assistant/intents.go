package assistant

import (
	"embed"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"genplanx/domain"
)

//go:embed intents/*.txt
var intentFiles embed.FS

// readIntents reads the archives in intents, in the order of their names. The
// head of an archive is the intent's name and a line that describes it; its
// files come in pairs, "request" and "json".
func readIntents() ([]domain.Intent, error) {
	entries, err := intentFiles.ReadDir("intents")
	if err != nil {
		return nil, fmt.Errorf("reading the intents: %w", err)
	}
	var list []domain.Intent
	for _, e := range entries {
		text, err := intentFiles.ReadFile("intents/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("reading intent %s: %w", e.Name(), err)
		}
		intent, err := parseIntent(text)
		if err != nil {
			return nil, fmt.Errorf("reading intent %s: %w", e.Name(), err)
		}
		list = append(list, intent)
	}
	return list, nil
}

func parseIntent(text []byte) (domain.Intent, error) {
	a := txtar.Parse(text)
	name, description, _ := strings.Cut(strings.TrimSpace(string(a.Comment)), "\n")
	intent := domain.Intent{Name: strings.TrimSpace(name), Description: strings.Join(strings.Fields(description), " ")}
	if intent.Name == "" || intent.Description == "" {
		return intent, fmt.Errorf("it must start with a name and a line that describes it")
	}
	if len(a.Files) == 0 || len(a.Files)%2 != 0 {
		return intent, fmt.Errorf("it needs pairs of a request and a json")
	}
	for i := 0; i < len(a.Files); i += 2 {
		request, json := a.Files[i], a.Files[i+1]
		if request.Name != "request" || json.Name != "json" {
			return intent, fmt.Errorf("found %q and %q where \"request\" and \"json\" were expected", request.Name, json.Name)
		}
		intent.Examples = append(intent.Examples, domain.Example{
			Request: strings.TrimSpace(string(request.Data)),
			JSON:    strings.TrimSpace(string(json.Data)),
		})
	}
	return intent, nil
}
