package lifted_test

import (
	"testing"

	"genplanx/planner/lifted"
)

// A type that is named as a supertype only is a type, as package pddl has it.
func TestSupertypeNotDeclared(t *testing.T) {
	d, p := read(t, `(define (domain d) (:requirements :typing)
		(:types car - vehicle boat - (either vehicle floating))
		(:predicates (seen ?v - vehicle) (wet ?f - floating)))`,
		`(define (problem p) (:domain d) (:objects c - car b - boat)
		(:init (seen c) (seen b) (wet b)) (:goal (forall (?v - vehicle) (seen ?v))))`)
	m, err := lifted.NewModel(d, p)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"(forall (?v - vehicle) (seen ?v))":  true,
		"(forall (?v - vehicle) (wet ?v))":   false,
		"(forall (?f - floating) (wet ?f))":  true,
		"(forall (?f - floating) (seen ?f))": true,
	} {
		if got, err := m.Holds(m.Initial(), condition(t, text), nil); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}
