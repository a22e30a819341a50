package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"genplanx/compiler/prompt"
)

// record is what is kept of one turn. It holds no key and no address.
type record struct {
	Model          string           `json:"model"`
	Messages       []prompt.Message `json:"messages"`
	Answer         string           `json:"answer"`
	Refused        bool             `json:"refused,omitempty"`
	Finish         string           `json:"finish,omitempty"`
	PromptTokens   int              `json:"prompt_tokens"`
	ResponseTokens int              `json:"response_tokens"`
}

// Hash names the record of a conversation with a model: equal conversations
// have equal names.
func Hash(model string, messages []prompt.Message) (string, error) {
	text, err := json.Marshal(struct {
		Model    string
		Messages []prompt.Message
	}{model, messages})
	if err != nil {
		return "", fmt.Errorf("hashing a conversation: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12]), nil
}

// Recorder asks a model and keeps each answer in a folder, which is made when
// it is missing.
type Recorder struct {
	Model Model
	Name  string // the model's name, part of the hash
	Dir   string
}

// Chat implements [Model].
func (r *Recorder) Chat(ctx context.Context, messages []prompt.Message) (Reply, error) {
	reply, err := r.Model.Chat(ctx, messages)
	if err != nil {
		return reply, err
	}
	if err := r.keep(messages, reply); err != nil {
		return reply, &Error{Doing: "recording an answer in " + r.Dir, Err: err, Hint: "name a folder that can be written with --llm record:DIR"}
	}
	return reply, nil
}

func (r *Recorder) keep(messages []prompt.Message, reply Reply) error {
	hash, err := Hash(r.Name, messages)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(record{r.Name, messages, reply.Text, reply.Refused, reply.Finish, reply.PromptTokens, reply.ResponseTokens}, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.Dir, 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(r.Dir, "."+hash+"-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(append(text, '\n'))
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), filepath.Join(r.Dir, hash+".json"))
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}

// Replayer gives the answers that a [Recorder] kept, and calls nobody.
type Replayer struct {
	Name string // the name of the model that was recorded
	Dir  string
}

// maxRecord is the size up to which records are read.
const maxRecord = 16 << 20

// Chat implements [Model].
func (r *Replayer) Chat(_ context.Context, messages []prompt.Message) (Reply, error) {
	hash, err := Hash(r.Name, messages)
	if err != nil {
		return Reply{}, err
	}
	path := filepath.Join(r.Dir, hash+".json")
	fail := func(err error, hint string) (Reply, error) {
		return Reply{}, &Error{Doing: "replaying the answer " + hash + " from " + r.Dir, Err: err, Hint: hint}
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fail(fmt.Errorf("there is no record of this conversation with model %q", r.Name),
			"records fit one request, workspace, domain and model exactly; make this one with --llm record:"+r.Dir)
	case err == nil && info.Size() > maxRecord:
		err = fmt.Errorf("the record has more than %d bytes", maxRecord)
	}
	if err != nil {
		return fail(err, "")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return fail(err, "")
	}
	var kept record
	if err := json.Unmarshal(text, &kept); err != nil {
		return fail(fmt.Errorf("the record is damaged: %w", err), "record it again")
	}
	return Reply{Text: kept.Answer, Refused: kept.Refused, Finish: kept.Finish, PromptTokens: kept.PromptTokens, ResponseTokens: kept.ResponseTokens}, nil
}
