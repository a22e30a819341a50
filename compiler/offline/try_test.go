package offline

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"testing"

	"genplanx/compiler"
	"genplanx/domain"
	"genplanx/domain/assistant"
)

func TestTry(t *testing.T) {
	path := os.Getenv("TRY")
	if path == "" {
		t.Skip()
	}
	f, _ := os.Open(path)
	fe := New(&domain.Pack{Lexicon: assistant.Lexicon()})
	s := bufio.NewScanner(f)
	for s.Scan() {
		if s.Text() == "" {
			continue
		}
		fmt.Println("#", s.Text())
		a, err := fe.Formalize(context.Background(), compiler.Request{Text: s.Text()}, nil)
		fmt.Println(a.Text, err)
	}
}
