package data

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"genplanx/actions/table"
)

func large(rows int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("id,year,day,sector,balance,done\n")
	for i := range rows {
		fmt.Fprintf(&b, "%d,%d,2024-%02d-%02d,sector %d,%.2f,TRUE\n", i, 2000+r.IntN(25), 1+r.IntN(12), 1+r.IntN(28), r.IntN(40), r.Float64()*1000)
	}
	return b.String()
}

func BenchmarkReadCSV(b *testing.B) {
	content := []byte(large(50_000))
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		g, err := readText(b.Context(), content, false, standardLimits())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := g.table(); err != nil {
			b.Fatal(err)
		}
	}
}

// The optimized kind is worth its price from the second query on.
func BenchmarkQuery(b *testing.B) {
	g, err := readText(b.Context(), []byte(large(20_000)), false, standardLimits())
	if err != nil {
		b.Fatal(err)
	}
	frame, err := g.table()
	if err != nil {
		b.Fatal(err)
	}
	optimized := &indexed{engine: newEngine()}
	for _, kind := range []struct {
		name string
		ask  asker
	}{{"basic", newEngine().once}, {"optimized", optimized.ask}} {
		b.Run(kind.name, func(b *testing.B) {
			var answer *table.Table
			for b.Loop() {
				if answer, err = kind.ask(b.Context(), frame, "dataframe1", "df[df['year'] == 2024].head(10)"); err != nil {
					b.Fatal(err)
				}
			}
			if answer.Rows() != 10 {
				b.Fatalf("%d rows", answer.Rows())
			}
		})
	}
}
