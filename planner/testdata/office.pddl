; The part of an office domain that makes decks from queries over data that
; several sources hold at different costs: choices, one-way effects (a saved deck
; is not changed), conditional and universal effects, and many independent goals.
(define (domain office)
 (:requirements :adl :action-costs)
 (:types ai-agent file data query column title graph slide presentation - contents
  contents - object data-file powerpoint-file - file database - data-file
  dataframe - data axis-chart - graph bar-chart - axis-chart)
 (:constants ai - ai-agent)
 (:predicates (in ?c - contents ?c1 - contents) (asked-in ?c - contents ?c1 - contents) (available ?o - object) (used ?c - contents)
  (database-query-basic ?f - data-file) (database-query-optimized ?f - data-file) (loaded-from ?d - dataframe ?f - data-file)
  (query-result ?d - dataframe ?q - query ?d1 - data) (done-query ?q - query) (reference ?c - column ?d - dataframe)
  (in-graph ?c - contents ?c1 - contents ?c3 - graph) (asked-in-graph ?c - contents ?c1 - contents ?c3 - graph)
  (has-data ?g - graph) (saved ?p - presentation))
 (:functions (database-cost ?f - data-file) - number (total-cost) - number)

  (:action read-data
    :parameters (?a - ai-agent ?d - dataframe ?f - data-file)
    :precondition (and (in ?d ?f) (available ?f))
    :effect (and
      (available ?d)
      (loaded-from ?d ?f)
      (forall (?o - data-file) (when (not (= ?o ?f)) (not (loaded-from ?d ?o))))
      (increase (total-cost) (database-cost ?f))))

  (:action query-data
    :parameters (?a - ai-agent ?q - query ?d - dataframe ?d1 - dataframe)
    :precondition (and (available ?q) (available ?d) (query-result ?d ?q ?d1)
      (forall (?f - data-file)
        (imply (loaded-from ?d ?f)
          (and (not (database-query-basic ?f)) (not (database-query-optimized ?f))))))
    :effect (and (available ?d1) (done-query ?q) (increase (total-cost) 1)))

  (:action query-data-basic
    :parameters (?a - ai-agent ?q - query ?d - dataframe ?d1 - dataframe ?f - data-file)
    :precondition (and (available ?q) (available ?d) (query-result ?d ?q ?d1)
      (loaded-from ?d ?f) (database-query-basic ?f))
    :effect (and (available ?d1) (done-query ?q) (increase (total-cost) 5)))

  (:action query-data-optimized
    :parameters (?a - ai-agent ?q - query ?d - dataframe ?d1 - dataframe ?f - data-file)
    :precondition (and (available ?q) (available ?d) (query-result ?d ?q ?d1)
      (loaded-from ?d ?f) (database-query-optimized ?f))
    :effect (and (available ?d1) (done-query ?q) (increase (total-cost) 2)))

  (:action create-graph
    :parameters (?a - ai-agent ?g - graph)
    :precondition (not (available ?g))
    :effect (and (available ?g) (increase (total-cost) 1)))

  (:action add-to-graph
    :parameters (?a - ai-agent ?d - dataframe ?g - axis-chart ?c - column ?d1 - dataframe)
    :precondition (and (available ?d) (available ?d1) (available ?g) (reference ?c ?d1)
      (asked-in-graph ?d ?d1 ?g) (not (used ?g)))
    :effect (and (in-graph ?d ?d1 ?g) (has-data ?g) (increase (total-cost) 1)))

  (:action create-presentation
    :parameters (?a - ai-agent ?p - presentation)
    :precondition (not (available ?p))
    :effect (and (available ?p) (increase (total-cost) 1)))

  (:action create-slide
    :parameters (?a - ai-agent ?s - slide ?p - presentation ?t - title)
    :precondition (and (available ?p) (asked-in ?s ?p) (asked-in ?t ?s) (not (available ?s))
      (not (saved ?p)))
    :effect (and (available ?s) (in ?s ?p) (in ?t ?s) (increase (total-cost) 1)))

  (:action add-to-slide-basic
    :parameters (?a - ai-agent ?g - graph ?s - slide ?p - presentation)
    :precondition (and (in ?s ?p) (asked-in ?g ?s) (has-data ?g)
      (forall (?d - dataframe ?d1 - dataframe)
        (imply (asked-in-graph ?d ?d1 ?g) (in-graph ?d ?d1 ?g)))
      (not (in ?g ?s)) (not (saved ?p)))
    :effect (and (in ?g ?s) (used ?g) (increase (total-cost) 1)))

  (:action generate-presentation
    :parameters (?a - ai-agent ?p - presentation ?f - powerpoint-file)
    :precondition (and (available ?p) (asked-in ?p ?f) (exists (?s - slide) (in ?s ?p)))
    :effect (and (in ?p ?f) (available ?f) (saved ?p)
      (forall (?x - contents) (when (not (= ?x ?p)) (not (in ?x ?f))))
      (increase (total-cost) 1))))
