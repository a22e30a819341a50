package pddl

import (
	"fmt"
	"strings"
	"testing"
)

// largeProblem is a problem text of about the size, mostly initial state.
func largeProblem(size int) []byte {
	var b strings.Builder
	n := size / 75
	b.WriteString("(define (problem large) (:domain logistics)\n(:objects\n")
	for i := range n / 10 {
		fmt.Fprintf(&b, "  package-%d - package truck-%d - truck\n", i, i)
	}
	b.WriteString(")\n(:init\n")
	for i := range n {
		fmt.Fprintf(&b, "  (at package-%d location-%d) (= (distance loc-%d loc-%d) %d)\n", i%1000, i, i, i%1000, i)
	}
	b.WriteString(")\n(:goal (and (at package-1 location-2) (at package-2 location-3)))\n(:metric minimize (total-cost)))\n")
	return []byte(b.String())
}

// largeDomain is a domain text with n actions.
func largeDomain(n int) []byte {
	var b strings.Builder
	b.WriteString("(define (domain large) (:requirements :adl :action-costs)\n(:types truck place)\n" +
		"(:predicates (at ?t - truck ?p - place) (linked ?p ?q - place))\n(:functions (total-cost) - number)\n")
	for i := range n {
		fmt.Fprintf(&b, `(:action drive-%d
  :parameters (?t - truck ?from ?to - place)
  :precondition (and (at ?t ?from) (linked ?from ?to)
    (forall (?other - truck) (or (= ?t ?other) (not (at ?other ?to)))))
  :effect (and (not (at ?t ?from)) (at ?t ?to) (increase (total-cost) %d)))
`, i, i)
	}
	b.WriteString(")\n")
	return []byte(b.String())
}

func BenchmarkReadProblem(b *testing.B) {
	for _, size := range []int{1 << 20, 10 << 20} {
		b.Run(fmt.Sprintf("%dMB", size>>20), func(b *testing.B) {
			text := largeProblem(size)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, faults := ReadProblem("large", text); len(faults) > 0 {
					b.Fatal(faults.Text())
				}
			}
		})
	}
}

func BenchmarkReadDomain(b *testing.B) {
	text := largeDomain(4000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, faults := ReadDomain("large", text); len(faults) > 0 {
			b.Fatal(faults.Text())
		}
	}
}

func BenchmarkCheckDomain(b *testing.B) {
	text := largeDomain(4000)
	d, _ := ReadDomain("large", text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if faults := CheckDomain(d); len(faults) > 0 {
			b.Fatal(faults.Text())
		}
	}
}

func BenchmarkFormat(b *testing.B) {
	text := largeDomain(1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, faults := Format("large", text); len(faults) > 0 {
			b.Fatal(faults.Text())
		}
	}
}

func BenchmarkPrintProblem(b *testing.B) {
	p, _ := ReadProblem("large", largeProblem(1<<20))
	b.SetBytes(int64(len(p.String())))
	for b.Loop() {
		_ = p.String()
	}
}
