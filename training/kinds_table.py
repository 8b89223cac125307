"""Kinds of subjects and objects of relations in public sets, as training labels for the kinds of names."""

WIKIDATA = """
place of birth: person place
sex or gender: person kind
country of citizenship: person place
genre: - kind
position played on team / speciality: person kind
place of death: person place
country of origin: work place
performer: work -
original language of film or TV show: work kind
occupation: person kind
director: work person
record label: - organisation
screenwriter: work person
author: work person
game mode: work kind
cause of death: person kind
producer: work person
composer: work person
child: person person
country: place place
located in the administrative territorial entity: place place
instrument: person kind
conflict: person event
publisher: work organisation
ethnic group: person kind
production company: work organisation
religion: person kind
developer: work organisation
minor planet group: object kind
parent astronomical body: object object
site of astronomical discovery: object place
constellation: object object
director of photography: work person
founded by: organisation person
located in time zone: place kind
part of the series: work work
place of burial: person place
architectural style: place kind
film editor: work person
lyrics by: work person
taxon rank: organism kind
parent taxon: organism organism
discoverer or inventor: object person
participant: event -
language of work or name: work kind
political ideology: organisation kind
executive producer: work person
mouth of the watercourse: place place
family: person -
influenced by: person person
contains administrative territorial entity: place place
architect: place person
home venue: organisation place
vessel class: object kind
location: event place
educated at: person organisation
head coach: organisation person
replaces: person person
chairperson: organisation person
head of government: place person
member of sports team: person organisation
employer: person organisation
headquarters location: organisation place
position held: person kind
member of political party: person organisation
head of state: place person
"""

FREEBASE = """
film.film.genre: work kind
film.actor.film..film.performance.film: person work
film.film.language: work kind
film.film.country: work place
film.director.film: person work
film.film.written_by: work person
film.film.produced_by: work person
film.film.production_companies: work organisation
film.film.other_crew..film.film_crew_gig.film_crew_role: work kind
people.person.profession: person kind
people.person.nationality: person place
people.person.gender: person kind
people.person.religion: person kind
people.person.place_of_birth: person place
people.deceased_person.place_of_death: person place
people.person.languages: person kind
people.ethnicity.people: kind person
people.cause_of_death.people: kind person
location.location.contains: place place
location.location.adjoin_s..location.adjoining_relationship.adjoins: place place
location.location.time_zones: place kind
music.genre.artists: kind -
music.instrument.instrumentalists: kind person
music.record_label.artist: organisation -
education.educational_institution.students_graduates..education.education.student: organisation person
education.educational_institution.colors: organisation kind
tv.tv_program.genre: work kind
tv.tv_program.regular_cast..tv.regular_tv_appearance.actor: work person
sports.sports_team.colors: organisation kind
sports.sports_team.sport: organisation kind
olympics.olympic_games.sports: event kind
olympics.olympic_games.participating_countries: event place
award.award_winning_work.awards_won..award.award_honor.award: work kind
food.food.nutrients..food.nutrition_fact.nutrient: object object
soccer.football_team.current_roster..soccer.football_roster_position.position: organisation kind
"""


def labelled(table: str) -> dict[str, tuple[str, str]]:
    """Return a map from relation to (kind of subjects, kind of objects); "-" stands for several kinds."""
    found = {}
    for line in table.strip().splitlines():
        relation, kinds = line.rsplit(": ", 1)
        subjects, objects = kinds.split()
        found[relation] = subjects, objects
    return found
