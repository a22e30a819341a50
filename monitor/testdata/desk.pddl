; A small office for the tests of the monitor: data is fetched from sources,
; written on papers, posted in letters; letters are opened and may ask for more.
(define (domain desk)
  (:requirements :typing :negative-preconditions :action-costs)
  (:types data source paper letter)
  (:predicates
    (holds ?s - source ?d - data)
    (have ?d - data)
    (written ?p - paper ?d - data)
    (about ?l - letter ?p - paper ?d - data)
    (sent ?l - letter)
    (opened ?l - letter)
    (bound ?p - paper)
    (full ?s - source)
    (coin)
    (carded ?l - letter))
  (:functions (effort ?s - source) (total-cost))
  (:action fetch
    :parameters (?d - data ?s - source)
    :precondition (holds ?s ?d)
    :effect (and (have ?d) (increase (total-cost) (effort ?s))))
  (:action write
    :parameters (?p - paper ?d - data)
    :precondition (have ?d)
    :effect (and (written ?p ?d) (increase (total-cost) 1)))
  (:action bind
    :parameters (?p - paper ?d - data)
    :precondition (written ?p ?d)
    :effect (and (bound ?p) (increase (total-cost) 1)))
  (:action send
    :parameters (?l - letter ?p - paper ?d - data)
    :precondition (and (about ?l ?p ?d) (written ?p ?d) (not (sent ?l)))
    :effect (and (sent ?l) (increase (total-cost) 1)))
  (:action courier
    :parameters (?l - letter ?p - paper ?d - data)
    :precondition (and (about ?l ?p ?d) (written ?p ?d) (not (sent ?l)))
    :effect (and (sent ?l) (increase (total-cost) 5)))
  (:action open
    :parameters (?l - letter)
    :precondition (not (opened ?l))
    :effect (and (opened ?l) (increase (total-cost) 1)))
  ; A coin is taken from a source that has one, and pays one card.
  (:action take
    :parameters (?s - source)
    :precondition (and (full ?s) (not (coin)))
    :effect (and (coin) (not (full ?s)) (increase (total-cost) 1)))
  (:action card
    :parameters (?l - letter)
    :precondition (coin)
    :effect (and (carded ?l) (not (coin)) (increase (total-cost) 1)))
)
