"""What questions about graphs by people who had not seen the program asked for: places in order, months, hyphens."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_ROUTES = """
CREATE (seven:BusRoute {no: '7', firstBus: '05:45', opened: '12 May 1968', days: ['Mon', 'Sat']}),
  (nine:BusRoute {no: '9', firstBus: '06:10', opened: '3 October 1991', days: ['Sat', 'Sun']}),
  (mill:Halt {name: 'Mill Lane', zone: 1, shelters: 0, passengersPerDay: 900}),
  (quay:Halt {name: 'Old Quay', zone: 2, shelters: 5, passengersPerDay: 400}),
  (park:Halt {name: 'Park Gate', zone: 3, shelters: 1, passengersPerDay: 700}),
  (seven)-[:CALLS_AT {seq: 1}]->(mill), (seven)-[:CALLS_AT {seq: 2}]->(quay), (seven)-[:CALLS_AT {seq: 3}]->(park),
  (nine)-[:CALLS_AT {seq: 1}]->(park), (nine)-[:CALLS_AT {seq: 2}]->(mill),
  (:Street {name: 'Weir Road', oneWay: true}), (:Street {name: 'Long Row', oneWay: false}),
  (:Complaint {ref: 'C-1', urgency: 'high', topic: 'noise'})-[:ABOUT]->(mill),
  (:Complaint {ref: 'C-2', urgency: 'low', topic: 'noise'})-[:ABOUT]->(quay),
  (:Vehicle {reg: 'KX 12', model: 'Dennis', stolen: true}), (:Vehicle {reg: 'KX 44', model: 'Dennis', stolen: false}),
  (:Driver {name: 'Ivy Stone', hired: date('2009-03-01'), salary: 31000, trainer: true})-[:DRIVES]->(seven),
  (:Driver {name: 'Tom Birch', hired: date('2015-03-01'), salary: 36000, trainer: false})-[:DRIVES]->(nine),
  (:Driver {name: 'Una Reed', hired: date('2020-03-01'), salary: 29000, trainer: false})-[:DRIVES]->(nine)
"""

_FILMS = """
CREATE (ada:Person {name: 'Ada Finch'}), (bo:Person {name: 'Bo Lund'}), (cy:Person {name: 'Cy Marsh'}),
  (di:Person {name: 'Di Ross'}),
  (dawn:Movie {title: 'Dawn'}), (dusk:Movie {title: 'Dusk'}),
  (ada)-[:ACTED_IN {roles: ['Eve']}]->(dawn), (bo)-[:ACTED_IN {roles: ['Max']}]->(dawn),
  (cy)-[:ACTED_IN {roles: ['Joe']}]->(dawn), (di)-[:ACTED_IN {roles: ['Liz']}]->(dusk),
  (di)-[:DIRECTED]->(dusk), (ed:Person {name: 'Ed Vale'})-[:DIRECTED]->(dawn),
  (ed)-[:REVIEWED {rating: 90}]->(dusk), (bo)-[:REVIEWED {rating: 40}]->(dusk), (ada)-[:REVIEWED {rating: 70}]->(dawn)
"""

_PAPERS = """
CREATE (lena:Author {name: 'Lena Voss', country: 'Norway'}), (omar:Author {name: 'Omar Rey', country: 'Spain'}),
  (one:Paper {title: 'Salt and Ice', year: 2021, received_on: date('2020-11-04'), best_paper: true, pages: 20}),
  (two:Paper {title: 'Cold Maps', year: 2021, received_on: date('2021-01-12'), best_paper: false, pages: 12}),
  (three:Paper {title: 'Warm Maps', year: 2022, received_on: date('2021-12-02'), best_paper: false, pages: 9}),
  (lena)-[:WROTE]->(one), (omar)-[:WROTE]->(two), (omar)-[:WROTE]->(three),
  (two)-[:CITES]->(one), (three)-[:CITES]->(two),
  (polar:Conference {name: 'Polar Days'}), (maps:Conference {name: 'Map Week'}),
  (one)-[:PRESENTED_AT {format: 'talk'}]->(polar), (two)-[:PRESENTED_AT {format: 'poster'}]->(polar),
  (two)-[:PRESENTED_AT {format: 'talk'}]->(maps),
  (frost:Grant {title: 'Frost', funder: 'Sea Trust'}), (one)-[:FUNDED_BY]->(frost), (three)-[:FUNDED_BY]->(frost),
  (omar)-[:REVIEWED {submitted: '2021-02-03'}]->(one), (lena)-[:REVIEWED {submitted: '2022-02-03'}]->(two),
  (lena)-[:MENTORS {started: '2021-05-05'}]->(omar)
"""

_AGENCY = """
CREATE (lyon:City {cityName: 'Lyon'}), (ghent:City {cityName: 'Ghent'}),
  (ida:Candidate {fullName: 'Ida Moss', yearsExperience: 12, noticePeriodDays: 30, languages: ['Polish']})
    -[:RESIDES_IN]->(lyon),
  (jan:Candidate {fullName: 'Jan Wolf', yearsExperience: 4, noticePeriodDays: 90, languages: ['Polish', 'Dutch']})
    -[:RESIDES_IN]->(ghent),
  (kit:Candidate {fullName: 'Kit Hale', yearsExperience: 9, noticePeriodDays: 60, languages: ['Dutch']})
    -[:RESIDES_IN]->(ghent),
  (acme:Company {companyName: 'Acme'})-[:SITUATED_IN]->(ghent),
  (orbit:Company {companyName: 'Orbit'})-[:SITUATED_IN]->(lyon),
  (ida)-[:SERVED_AT]->(acme), (jan)-[:SERVED_AT]->(orbit), (kit)-[:SERVED_AT]->(orbit),
  (poly:School {schoolName: 'Poly'})-[:SITUATED_IN]->(ghent), (arts:School {schoolName: 'Arts'})-[:SITUATED_IN]->(lyon),
  (ida)-[:GRADUATED_FROM {year: 2009}]->(poly), (jan)-[:GRADUATED_FROM {year: 2017}]->(arts),
  (kit)-[:GRADUATED_FROM {year: 2012}]->(arts),
  (sql:Skill {skillName: 'SQL'}), (go:Skill {skillName: 'Rust'}), (ida)-[:PROFICIENT_IN]->(sql),
  (jan)-[:PROFICIENT_IN]->(sql), (kit)-[:PROFICIENT_IN]->(go),
  (:Recruiter {fullName: 'Lea Roth', feePercent: 18})-[:SHEPHERDS]->(ida),
  (:Recruiter {fullName: 'Max Berg', feePercent: 21})-[:SHEPHERDS]->(jan)
"""

_CUSTOMERS = """
CREATE (acme:Account {name: 'Acme', industry: 'retail', employeeCount: 40, tags: ['at_risk', 'legacy']}),
  (bolt:Account {name: 'Bolt', industry: 'energy', employeeCount: 90, tags: ['vip']}),
  (:Plan {name: 'Gold', priceMonthlyCents: 9900}), (:Plan {name: 'Basic', priceMonthlyCents: 1900}),
  (slack:Integration {name: 'Slack'}), (jira:Integration {name: 'Jira'}),
  (acme)-[:CONNECTED]->(slack), (bolt)-[:CONNECTED]->(slack), (bolt)-[:CONNECTED]->(jira),
  (ida:User {fullName: 'Ida Moss'})-[:MEMBER_OF]->(acme), (jan:User {fullName: 'Jan Wolf'})-[:MEMBER_OF]->(bolt),
  (ida)-[:OPENED]->(:Ticket {ticketKey: 'TKT-1', subject: 'Login loop', priority: 'high'}),
  (jan)-[:OPENED]->(:Ticket {ticketKey: 'TKT-2', subject: 'Blank page', priority: 'low'})
"""

_MUSEUM = """
CREATE (dawn:Artwork {title: 'Dawn', medium: 'oil on panel', weight_kg: 9.0, year_made: 1890}),
  (dusk:Artwork {title: 'Dusk', medium: 'bronze', weight_kg: 80.0, year_made: 1911}),
  (ann:Artist {full_name: 'Ann Hale'})-[:MADE]->(dusk), (bo:Artist {full_name: 'Bo Lund'})-[:MADE]->(dawn),
  (blue:Room {room_name: 'Blue Room'}), (dawn)-[:HANGS_IN]->(blue), (dusk)-[:HANGS_IN]->(blue),
  (:Exhibition {title: 'First Light', opened_on: date('2018-03-01')})-[:SHOWED]->(dawn),
  (:Exhibition {title: 'Last Light', opened_on: date('2020-03-01')})-[:SHOWED]->(dusk),
  (:Lender {lender_name: 'Ekeby Hall', kind: 'museum'})-[:BORROWED]->(dawn),
  (:Lender {lender_name: 'Tessel House', kind: 'museum'})-[:LENT]->(dusk)
"""


agency = asked_fixture(_AGENCY)
customers = asked_fixture(_CUSTOMERS)
museum = asked_fixture(_MUSEUM)


routes = asked_fixture(_ROUTES)


films = asked_fixture(_FILMS)


papers = asked_fixture(_PAPERS)


def test_routes_are_found_by_what_people_say_of_them(routes: Ask) -> None:
    expected = {
        "which bus routes call at Old Quay": [["7"]],
        "What's the second halt of route 9?": [["Mill Lane"]],
        "which routes were opened before 1980": [["7"]],
        "Which routes run on a Sunday?": [["9"]],
        "Which halts are in zone 1 or have more than four shelters?": [["Mill Lane"], ["Old Quay"]],
        "Which high-urgency complaints are there?": [["C-1"]],
        "number of one-way streets": [["1"]],
        "complaints by topic, with numbers": [["noise", "2"]],
        "halts with more passengers a day than Park Gate": [["Mill Lane"]],
        "Give me the plates of the stolen vehicles": [["KX 12"]],
        "drivers who aren't trainers but make more than 30000": [["Tom Birch"]],
        "name the two drivers who have been with us the longest": [["Ivy Stone"], ["Tom Birch"]],
        "headcount of drivers per route": [["7", "1"], ["9", "2"]],
    }
    assert {question: sorted(told(routes(question))) for question in expected} == expected


def test_a_noun_between_two_joins_them(agency: Ask) -> None:
    expected = {
        "List the candidates who used to work at a company based in Ghent.": [["Ida Moss"]],
        "In what city did Jan Wolf go to school?": [["Lyon"]],
    }
    assert {question: sorted(told(agency(question))) for question in expected} == expected


def test_numbers_of_something_and_of_several(agency: Ask) -> None:
    expected = {
        "Show me candidates with at least 10 years of experience who speak Polish": [["Ida Moss"]],
        "Which skills do at least 2 of our candidates have?": [["SQL"]],
        "Which recruiter charges the higher fee, Lea Roth or Max Berg?": [["Max Berg"]],
    }
    assert {question: sorted(told(agency(question))) for question in expected} == expected


def test_papers_are_found_by_what_people_say_of_them(papers: Ask) -> None:
    expected = {
        "Which papers got money from Frost?": [["Salt and Ice"], ["Warm Maps"]],
        "which papers cite something by Lena Voss": [["Cold Maps"]],
        "How many talks were there at Polar Days?": [["1"]],
        "papers from 2021 with more than 15 pages": [["Salt and Ice"]],
        "who submitted a review in 2022": [["Lena Voss"]],
        "which is longer, Cold Maps or Warm Maps?": [["Cold Maps"]],
    }
    assert {question: sorted(told(papers(question))) for question in expected} == expected


def test_who_acts_beside_whom_and_how_many_do(films: Ask) -> None:
    expected = {
        "who has acted alongside Ada Finch?": [["Bo Lund"], ["Cy Marsh"]],
        "who are Ada Finch's co-stars?": [["Bo Lund"], ["Cy Marsh"]],
        "how many actors does each movie have on average?": [["2"]],
        "what is the average number of actors per movie?": [["2"]],
        "people who both acted in and directed the same movie": [["Di Ross"]],
        "who has never acted in a movie": [["Ed Vale"]],
        "what was the highest rated movie?": [["Dawn"]],
        "the lowest rated movie": [["Dusk"]],
    }
    assert {question: sorted(told(films(question))) for question in expected} == expected


def test_codes_cents_and_firms_are_found_by_what_people_call_them(customers: Ask) -> None:
    expected = {
        "Show me accounts tagged at risk": [["Acme"]],
        "Which plans cost more than 50 dollars a month?": [["Gold"]],
        "how many companies are hooked up to Slack": [["2"]],
        "Which integrations are connected by more than one company, and by how many?": [["Slack", "2"]],
        "show me the tickets Ida Moss filed": [["Login loop"]],
    }
    assert {question: sorted(told(customers(question))) for question in expected} == expected


def test_compounds_irregular_verbs_and_what_is_done_to_things(museum: Ask) -> None:
    expected = {
        "which works hang in the Blue Room?": [["Dawn"], ["Dusk"]],
        "What is Dawn made with?": [["oil on panel"]],
        "Which shows opened in 2018?": [["First Light"]],
        "Who made the heaviest work?": [["Ann Hale"]],
        "which museums have lent us nothing?": [["Ekeby Hall"]],
    }
    assert {question: sorted(told(museum(question))) for question in expected} == expected
