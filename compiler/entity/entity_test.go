package entity_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"genplanx/compiler/entity"
	"genplanx/domain"
	"genplanx/domain/assistant"
)

func office(t testing.TB) *entity.Extractor {
	t.Helper()
	pack, err := assistant.Pack()
	if err != nil {
		t.Fatal(err)
	}
	x, err := entity.New(pack.Recognisers)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestPaper is the example of the paper's section 4. Its ISIN has a wrong
// check digit and is found all the same.
func TestPaper(t *testing.T) {
	found := office(t).Extract("Please check CIDTA12, F34GP5, US1234567892, 16-07-24, A12345, and P6763.")
	want := map[string][]string{
		"client identifier": {"CIDTA12"}, "firm identifier": {"F34GP5"}, "ISIN": {"US1234567892"},
		"trade date": {"16-07-24"}, "account number": {"A12345"}, "portfolio id": {"P6763"},
	}
	if diff := cmp.Diff(want, found.Grouped()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	order := []string{"client identifier", "firm identifier", "ISIN", "trade date", "account number", "portfolio id"}
	if diff := cmp.Diff(order, found.Types()); diff != "" {
		t.Errorf("order: -want +got:\n%s", diff)
	}
	if found[2].Doubt == "" {
		t.Error("the ISIN's check digit is wrong and was not doubted")
	}
}

func TestExtract(t *testing.T) {
	x := office(t)
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"nothing to find here", ""},
		{`Read "annual-report.csv" and save it.`, "file annual-report.csv"},
		{"Read ./genplanx/investment_data.csv and C:\\data\\x.xlsx.", `file ./genplanx/investment_data.csv, file C:\data\x.xlsx`},
		{"Sales 3.5 of version 2.csvx", ""},
		{"A12345.csv holds A12345", "file A12345.csv, account number A12345"},
		{"mail ann.lee@example.co.uk, or see https://example.com/a?b=1.", "e-mail address ann.lee@example.co.uk, URL https://example.com/a?b=1"},
		{"mailto:x@y", ""},
		{"Apple is US0378331005 or 037833100, Diageo B0BBBV7? no: SEDOL 0263494", "ISIN US0378331005, CUSIP 037833100, SEDOL 0263494"},
		{"BAE is 0263494 without the word", ""},
		{"037833101 is no CUSIP", ""},
		{"LEI 5493001KJTIIGC8Y1R12 (Bloomberg)", "LEI 5493001KJTIIGC8Y1R12"},
		{"LEI 5493001KJTIIGC8Y1R13 has a slip", ""},
		{"pay to GB29 NWBK 6016 1331 9268 19 now", "IBAN GB29 NWBK 6016 1331 9268 19"},
		{"pay to GB29NWBK60161331926819 or GB29NWBK60161331926818", "IBAN GB29NWBK60161331926819, IBAN GB29NWBK60161331926818 (its check digits do not fit)"},
		{"card 4111 1111 1111 1111, not 4111 1111 1111 1112", "card number 4111 1111 1111 1111"},
		{"USD 1,250,000.50 and 3m EUR and $5 and 20 euros", "amount USD 1,250,000.50, amount 3m EUR, amount $5, amount 20 euros"},
		{"convert EUR into Swiss franc", "currency EUR, currency Swiss franc"},
		{"in Europe", ""},
		{"on 2024-03-15, 15/03/2022 16:00, 5 April 2024, May 3rd and tomorrow at 3 pm",
			"date 2024-03-15, date 15/03/2022, time 16:00, date 5 April 2024, date May 3rd, date tomorrow, time 3 pm"},
		{"at 10:30", "time 10:30"},
		{"between 8 and 11", ""},
		{"status of TR123", "trade identifier TR123"},
		{"xCIDTA12 CIDTA1 F34GP5x A1234 P676", ""},
		{"Zürich: CIDTA12 — ok", "client identifier CIDTA12"},
	} {
		found := x.Extract(c.text)
		var parts []string
		for _, m := range found {
			if c.text[m.Start:m.End] != m.Text {
				t.Errorf("%q: place of %q is wrong", c.text, m.Text)
			}
			part := m.Type + " " + m.Text
			if m.Doubt != "" {
				part += " (" + m.Doubt + ")"
			}
			parts = append(parts, part)
		}
		if got := strings.Join(parts, ", "); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestOverlap(t *testing.T) {
	x, err := entity.New([]domain.Recogniser{
		{Type: "low", Pattern: `ab`},
		{Type: "long", Pattern: `abc`},
		{Type: "same", Pattern: `abc`},
		{Type: "group", Pattern: `id (\d+)`},
		{Type: "none", Pattern: `z*`},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := entity.Mentions{
		{Type: "long", Text: "abc", Start: 0, End: 3},
		{Type: "low", Text: "ab", Start: 4, End: 6},
		{Type: "group", Text: "12", Start: 10, End: 12},
	}
	if diff := cmp.Diff(want, x.Extract("abc ab id 12")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestBadPattern(t *testing.T) {
	if _, err := entity.Extract("x", []domain.Recogniser{{Type: "broken", Pattern: "("}}); err == nil {
		t.Error("a broken pattern was taken")
	}
}

func TestChecksums(t *testing.T) {
	for _, c := range []struct {
		check, id string
		want      bool
	}{
		{"isin", "US0378331005", true}, {"isin", "GB0002634946", true}, {"isin", "AU0000XVGZA3", true}, {"isin", "US0378331006", false}, {"isin", "US037833100", false},
		{"cusip", "037833100", true}, {"cusip", "17275R102", true}, {"cusip", "38259P508", true}, {"cusip", "38259P509", false},
		{"sedol", "0263494", true}, {"sedol", "B0YBKJ7", true}, {"sedol", "B0YBKJ8", false}, {"sedol", "AEIOU00", false},
		{"lei", "5493001KJTIIGC8Y1R12", true}, {"lei", "213800WSGIIZCXF1P572", true}, {"lei", "213800WSGIIZCXF1P573", false},
		{"iban", "DE89 3704 0044 0532 0130 00", true}, {"iban", "NO9386011117947", true}, {"iban", "DE89370400440532013001", false},
		{"luhn", "4111-1111-1111-1111", true}, {"luhn", "4111111111111112", false}, {"luhn", "41x1", false},
		{"unknown", "1", false},
	} {
		if got := entity.Valid(c.check, c.id); got != c.want {
			t.Errorf("Valid(%s, %s) = %v", c.check, c.id, got)
		}
	}
}

// TestOneDigit: the checksums exist to catch one wrong digit.
func TestOneDigit(t *testing.T) {
	ids := map[string]string{"isin": "US0378331005", "cusip": "037833100", "lei": "213800WSGIIZCXF1P572", "iban": "DE89370400440532013000", "luhn": "4111111111111111"}
	rapid.Check(t, func(t *rapid.T) {
		check := rapid.SampledFrom([]string{"isin", "cusip", "lei", "iban", "luhn"}).Draw(t, "check")
		id := []byte(ids[check])
		i := rapid.IntRange(0, len(id)-1).Draw(t, "place")
		digit := byte('0' + rapid.IntRange(0, 9).Draw(t, "digit"))
		if id[i] < '0' || id[i] > '9' || id[i] == digit {
			return
		}
		id[i] = digit
		if entity.Valid(check, string(id)) {
			t.Fatalf("%s %s passes", check, id)
		}
	})
}

// hostile texts are built to make matching slow: long runs that nearly match.
func hostile(n int) map[string]string {
	return map[string]string{
		"letters": strings.Repeat("a", n),
		"paths":   strings.Repeat("a/", n/2),
		"csv":     strings.Repeat("a.csv-", n/6),
		"digits":  strings.Repeat("1", n),
		"groups":  strings.Repeat("1 111", n/5),
		"iban":    strings.Repeat("GB29 ", n/5),
		"mail":    strings.Repeat("a@", n/2),
		"words":   strings.Repeat("pound ", n/6),
		"dates":   strings.Repeat("1 may ", n/6),
		"broken":  strings.Repeat("\xff", n),
	}
}

// BenchmarkHostile: nanoseconds a byte must not grow with the text, as they would
// with quadratic matching.
func BenchmarkHostile(b *testing.B) {
	x := office(b)
	for _, size := range []int{4 << 10, 32 << 10} {
		texts := hostile(size)
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			b.Run(fmt.Sprintf("%s/%dkB", name, size>>10), func(b *testing.B) {
				b.SetBytes(int64(len(texts[name])))
				for b.Loop() {
					x.Extract(texts[name])
				}
			})
		}
	}
}

func FuzzExtract(f *testing.F) {
	x := office(f)
	for _, text := range hostile(40) {
		f.Add(text)
	}
	f.Add("Please check CIDTA12, F34GP5, US1234567892, 16-07-24, A12345, and P6763.")
	f.Add("GB29 NWBK 6016 1331 9268 19 USD 1,250.50 a@b.co İstanbul 3 pm")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, m := range x.Extract(text) {
			if m.Start < end || m.End <= m.Start || m.End > len(text) || text[m.Start:m.End] != m.Text || m.Type == "" {
				t.Fatalf("bad mention %+v", m)
			}
			end = m.End
		}
		if a, b := fmt.Sprint(x.Extract(text)), fmt.Sprint(x.Extract(text)); a != b {
			t.Fatal("two runs differ")
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	x := office(b)
	sentence := "Read annual-report.csv for client CIDTA12 (US0378331005) since 2024-03-15 and mail ann@example.com that USD 1,250.50 is due. "
	for _, n := range []int{1, 100} {
		text := strings.Repeat(sentence, n)
		b.Run(fmt.Sprintf("%dB", len(text)), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if len(x.Extract(text)) < n {
					b.Fatal("too little found")
				}
			}
		})
	}
}

func TestGroupedOnce(t *testing.T) {
	found := office(t).Extract("P6763 and P6763 and P6764")
	if got := found.Grouped()["portfolio id"]; !slices.Equal(got, []string{"P6763", "P6764"}) {
		t.Errorf("got %v", got)
	}
}
