package entity

import (
	"strconv"
	"strings"
)

// Valid reports whether an identifier passes a checksum: "isin" (ISO 6166),
// "cusip" (ANSI X9.6), "sedol", "lei" (ISO 17442), "iban" (ISO 13616), "luhn"
// (ISO/IEC 7812). Spaces and hyphens do not count. Nothing passes an unknown
// checksum.
func Valid(check, text string) bool {
	id := strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, text)
	switch check {
	case "isin":
		return len(id) == 12 && luhn(spell(id))
	case "cusip":
		return len(id) == 9 && cusip(id)
	case "sedol":
		return len(id) == 7 && sedol(id)
	case "lei":
		return len(id) == 20 && mod97(spell(id)) == 1
	case "iban":
		return len(id) >= 15 && len(id) <= 34 && mod97(spell(id[4:]+id[:4])) == 1
	case "luhn":
		return len(id) > 1 && luhn(id)
	}
	return false
}

// spell replaces letters by numbers, A by 10 to Z by 35; "" when anything else
// stands there.
func spell(id string) string {
	var b strings.Builder
	for _, c := range []byte(id) {
		v := digitOf(c)
		if v < 0 || v > 35 {
			return ""
		}
		b.WriteString(strconv.Itoa(v))
	}
	return b.String()
}

// digitOf is the value of a character in CUSIPs: digits, letters, then * @ #.
func digitOf(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	case c == '*':
		return 36
	case c == '@':
		return 37
	case c == '#':
		return 38
	}
	return -1
}

func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		c := digits[len(digits)-1-i]
		if c < '0' || c > '9' {
			return false
		}
		d := int(c - '0')
		if i%2 == 1 {
			d *= 2
		}
		sum += d/10 + d%10
	}
	return digits != "" && sum%10 == 0
}

func cusip(id string) bool {
	sum := 0
	for i := range 8 {
		v := digitOf(id[i])
		if v < 0 {
			return false
		}
		if i%2 == 1 {
			v *= 2
		}
		sum += v/10 + v%10
	}
	return digitOf(id[8]) == (10-sum%10)%10
}

func sedol(id string) bool {
	weights := [7]int{1, 3, 1, 7, 3, 9, 1}
	sum := 0
	for i, w := range weights {
		v := digitOf(id[i])
		if v < 0 || v > 35 || strings.IndexByte("AEIOU", id[i]) >= 0 {
			return false
		}
		sum += v * w
	}
	return sum%10 == 0 && id[6] >= '0' && id[6] <= '9'
}

// mod97 is the remainder of a long decimal number, 0 for none.
func mod97(digits string) int {
	n := 0
	for _, c := range []byte(digits) {
		n = (n*10 + int(c-'0')) % 97
	}
	return n
}
