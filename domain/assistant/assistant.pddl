; The office assistant: reading, querying, charting, presenting, learning,
; calendars, answers and mail.
;
; Types and predicates are those of the GenPlanX paper (section 10.1); what was
; inconsistent there is repaired here, and ARCHITECTURE.md lists each repair.
; Every precondition and effect is honest: a plan that is valid here is not
; silly when it is run. In particular
;   - what gives a thing its contents, or reaches a file or a person, needs that
;     the request asked for just that: for each goal (p ...) the compiler adds the
;     fact (asked-p ...), and nobody else can. So neither a cheaper cost nor a
;     goal that was given up can lead to a file, a mail or a value nobody wanted;
;   - rows of two sources are never mixed;
;   - a chart is placed only with all its data, and not changed afterwards;
;   - a presentation is saved after its last slide is filled, and not changed
;     afterwards; a file holds what was written to it last, and nothing else;
;   - a mail goes once, when everything that it carries exists.

(define (domain assistant)
  (:requirements :adl :action-costs)

  (:types
    agent contents - object
    human-agent ai-agent - agent
    file data query column row title text email graph slide presentation response
      model ml-algorithm appointments appointments-item data-type language session
      chat-history api condition - contents
    data-file pdf-file word-file text-file powerpoint-file image-file email-file - file
    csv-file excel-file database - data-file
    dataframe data-contents - data
    count value value-counts - data-type
    input-email output-email - email
    axis-chart histogram - graph
    bar-chart line-chart pie-chart scatter-chart - axis-chart)

  (:constants ai - ai-agent)

  (:predicates
    ; contents and where they are
    (in ?c - contents ?c1 - contents)
    (available ?o - object)
    (used ?c - contents)
    (in-data ?dt - data-type ?d - contents)
    (data-type-contents ?dt - data-type ?dc - data-contents)
    ; databases and queries
    (database-query-basic ?f - data-file)
    (database-query-optimized ?f - data-file)
    (loaded-from ?d - dataframe ?f - data-file)
    (query-result ?d - dataframe ?q - query ?d1 - data)
    (done-query ?q - query)
    (reference ?c - column ?d - dataframe)
    ; charts and presentations
    (in-graph ?c - contents ?c1 - contents ?c3 - graph)
    (has-data ?g - graph)
    (saved ?p - presentation)
    (info-on ?d - data-contents ?g - graph ?p - presentation)
    ; learning
    (learned-model ?m - model ?c - column)
    (learned-from ?m - model ?d - dataframe)
    (used-for-training ?d - dataframe)
    (done-prediction ?m - model ?d - dataframe ?c - column ?d1 - dataframe)
    ; calendar
    (appointments-read ?s - appointments)
    (appointments-contents ?s - appointments ?d - dataframe)
    ; answers, mail, conditions
    (sent ?r - response)
    (sent-contents ?rc - contents ?r - response)
    (attached ?c - contents ?e - output-email)
    (sent-email ?e - output-email ?c - contents)
    (email-read ?e - input-email)
    (email-parsed ?e - input-email)
    (condition-on ?k - condition ?c - contents)
    (decided ?k - condition)
    ; what the request asks for, written by the compiler from its goals
    (asked-in ?c - contents ?c1 - contents)
    (asked-in-graph ?c - contents ?c1 - contents ?c3 - graph)
    (asked-learned-model ?m - model ?c - column)
    (asked-learned-from ?m - model ?d - dataframe)
    (asked-used-for-training ?d - dataframe)
    (asked-done-prediction ?m - model ?d - dataframe ?c - column ?d1 - dataframe)
    (asked-appointments-contents ?s - appointments ?d - dataframe)
    (asked-sent-email ?e - output-email ?c - contents)
    (asked-after ?c - contents ?c1 - contents ?c2 - contents) ; in ?c2; handlers keep this order
    ; words of the paper that no action here speaks yet
    (read-email-contents ?c - contents ?f - file ?e - input-email)
    (replied-email ?e - input-email)
    (notified ?e - output-email ?c - contents)
    (explained ?c - contents ?c1 - contents)
    (translated ?c - contents ?l - language ?c1 - contents)
    (summarized ?c - contents ?c1 - contents)
    (web-search-result ?q - text ?r - text)
    (search-result ?t - text ?q - text ?t1 - text)
    (answer-llm ?q - text ?r - text)
    (done-question ?q - text)
    (modified ?d - dataframe ?c - contents ?co - column ?t - text ?d1 - dataframe)
    (added-value ?d - dataframe ?c - contents ?co - column ?t - text ?d1 - dataframe)
    (merged ?d - dataframe ?d1 - dataframe ?d2 - dataframe)
    (deleted ?d - dataframe ?d1 - dataframe ?d2 - dataframe)
    (done-merge))

  (:functions
    (database-cost ?f - data-file) - number
    (total-cost) - number)

  ; ---- data ----

  ; A frame is not read anew while results of its old contents are there: rows of
  ; two sources would be mixed.
  (:action read-data
    :parameters (?a - ai-agent ?d - dataframe ?f - data-file)
    :precondition (and (in ?d ?f) (available ?f)
      (forall (?q - query ?d1 - dataframe) (imply (query-result ?d ?q ?d1) (not (available ?d1)))))
    :effect (and
      (available ?d)
      (loaded-from ?d ?f)
      (forall (?o - data-file) (when (not (= ?o ?f)) (not (loaded-from ?d ?o))))
      (increase (total-cost) (database-cost ?f))))

  ; A frame that is held in memory or comes from a plain file.
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

  ; Only a new plan needs it, when a frame must be read from another source.
  (:action discard-data
    :parameters (?a - ai-agent ?q - query ?d - dataframe ?d1 - dataframe)
    :precondition (and (available ?d1) (query-result ?d ?q ?d1)
      (forall (?q2 - query ?d2 - dataframe)
        (imply (query-result ?d1 ?q2 ?d2) (not (available ?d2)))))
    :effect (and (not (available ?d1)) (not (done-query ?q)) (increase (total-cost) 1)))

  (:action save-data
    :parameters (?a - ai-agent ?d - dataframe ?f - data-file)
    :precondition (and (available ?d) (asked-in ?d ?f))
    :effect (and (in ?d ?f) (available ?f)
      (forall (?x - contents) (when (not (= ?x ?d)) (not (in ?x ?f))))
      (increase (total-cost) 1)))

  (:action extract-data
    :parameters (?a - ai-agent ?dc - data-contents ?dt - data-type ?d - dataframe)
    :precondition (and (available ?d) (in-data ?dt ?d) (data-type-contents ?dt ?dc))
    :effect (and (available ?dc) (increase (total-cost) 1)))

  ; ---- charts ----

  (:action create-graph
    :parameters (?a - ai-agent ?g - graph)
    :precondition (not (available ?g))
    :effect (and (available ?g) (increase (total-cost) 1)))

  (:action add-to-graph
    :parameters (?a - ai-agent ?d - dataframe ?g - axis-chart ?c - column ?d1 - dataframe)
    :precondition (and (available ?d) (available ?d1) (available ?g) (reference ?c ?d1)
      (asked-in-graph ?d ?d1 ?g) (not (used ?g)))
    :effect (and (in-graph ?d ?d1 ?g) (has-data ?g) (increase (total-cost) 1)))

  (:action add-to-histogram
    :parameters (?a - ai-agent ?d - dataframe ?g - histogram)
    :precondition (and (available ?d) (available ?g) (asked-in-graph ?d ?d ?g) (not (used ?g)))
    :effect (and (in-graph ?d ?d ?g) (has-data ?g) (increase (total-cost) 1)))

  (:action save-graph
    :parameters (?a - ai-agent ?g - graph ?f - image-file)
    :precondition (and (available ?g) (asked-in ?g ?f) (has-data ?g)
      (forall (?d - dataframe ?d1 - dataframe)
        (imply (asked-in-graph ?d ?d1 ?g) (in-graph ?d ?d1 ?g))))
    :effect (and (in ?g ?f) (available ?f) (used ?g)
      (forall (?x - contents) (when (not (= ?x ?g)) (not (in ?x ?f))))
      (increase (total-cost) 1)))

  ; ---- presentations ----

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

  (:action add-table-to-slide
    :parameters (?a - ai-agent ?d - dataframe ?s - slide ?p - presentation)
    :precondition (and (in ?s ?p) (asked-in ?d ?s) (available ?d) (not (in ?d ?s)) (not (saved ?p)))
    :effect (and (in ?d ?s) (increase (total-cost) 1)))

  (:action add-text-to-slide
    :parameters (?a - ai-agent ?t - (either text data-contents) ?s - slide ?p - presentation)
    :precondition (and (in ?s ?p) (asked-in ?t ?s) (available ?t) (not (in ?t ?s)) (not (saved ?p)))
    :effect (and (in ?t ?s) (increase (total-cost) 1)))

  (:action generate-presentation
    :parameters (?a - ai-agent ?p - presentation ?f - powerpoint-file)
    :precondition (and (available ?p) (asked-in ?p ?f) (exists (?s - slide) (in ?s ?p)))
    :effect (and (in ?p ?f) (available ?f) (saved ?p)
      (forall (?x - contents) (when (not (= ?x ?p)) (not (in ?x ?f))))
      (increase (total-cost) 1)))

  ; ---- learning ----

  ; A model that names its algorithm, (in ALGORITHM MODEL), is learned by that one.
  (:action learn-supervised
    :parameters (?a - ai-agent ?m - model ?d - dataframe ?c - column ?l - ml-algorithm)
    :precondition (and (available ?d) (asked-learned-model ?m ?c) (not (available ?m))
      (or (asked-learned-from ?m ?d) (asked-used-for-training ?d))
      (forall (?x - dataframe) (imply (asked-learned-from ?m ?x) (= ?x ?d)))
      (forall (?x - ml-algorithm) (imply (in ?x ?m) (= ?x ?l))))
    :effect (and (available ?m) (learned-model ?m ?c) (learned-from ?m ?d)
      (used-for-training ?d) (increase (total-cost) 1)))

  (:action predict-using-learned-model
    :parameters (?a - ai-agent ?m - model ?d - dataframe ?c - column ?d1 - dataframe)
    :precondition (and (available ?d) (learned-model ?m ?c) (asked-done-prediction ?m ?d ?c ?d1)
      (not (available ?d1)))
    :effect (and (done-prediction ?m ?d ?c ?d1) (available ?d1) (increase (total-cost) 1)))

  ; ---- calendar ----

  (:action read-appointments
    :parameters (?a - ai-agent ?s - appointments ?d - dataframe)
    :precondition (and (asked-appointments-contents ?s ?d) (not (available ?d)))
    :effect (and (appointments-read ?s) (appointments-contents ?s ?d) (available ?d)
      (increase (total-cost) 1)))

  ; ---- answers ----

  (:action create-response
    :parameters (?a - ai-agent ?r - response)
    :precondition (not (available ?r))
    :effect (and (available ?r) (increase (total-cost) 1)))

  (:action add-to-response
    :parameters (?a - ai-agent ?c - contents ?r - response)
    :precondition (and (available ?c) (available ?r) (asked-in ?c ?r) (not (sent ?r)) (not (in ?c ?r)))
    :effect (and (in ?c ?r) (increase (total-cost) 1)))

  ; Not an empty answer, unless the answer is a text that came with the request.
  (:action send-response
    :parameters (?a - ai-agent ?r - response)
    :precondition (and (available ?r) (not (sent ?r))
      (or (exists (?c - contents) (in ?c ?r)) (forall (?c - contents) (not (asked-in ?c ?r)))))
    :effect (and (sent ?r)
      (forall (?c - contents) (when (in ?c ?r) (sent-contents ?c ?r)))
      (increase (total-cost) 1)))

  ; ---- mail ----

  (:action read-email
    :parameters (?a - ai-agent ?e - input-email ?f - email-file)
    :precondition (and (in ?e ?f) (available ?f))
    :effect (and (available ?e) (email-read ?e) (increase (total-cost) 1)))

  ; What the mail asks for becomes goals, once the user has agreed.
  (:action parse-email
    :parameters (?a - ai-agent ?e - input-email)
    :precondition (email-read ?e)
    :effect (and (email-parsed ?e) (increase (total-cost) 1)))

  (:action send-email
    :parameters (?a - ai-agent ?e - output-email ?c - (either file text data-contents dataframe))
    :precondition (and (available ?c) (asked-sent-email ?e ?c) (not (used ?e))
      (forall (?x - contents) (imply (attached ?x ?e) (available ?x))))
    :effect (and (sent-email ?e ?c) (used ?e) (increase (total-cost) 1)))

  ; ---- conditions ----

  ; Looks at a value; the branch of the request that fits it becomes goals.
  (:action decide
    :parameters (?a - ai-agent ?k - condition ?c - contents)
    :precondition (and (condition-on ?k ?c) (available ?c) (not (decided ?k)))
    :effect (and (decided ?k) (increase (total-cost) 1)))
)
