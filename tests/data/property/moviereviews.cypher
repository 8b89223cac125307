// moviereviews: a small film-recommendation graph in the style of Neo4j's "recommendations" sandbox (Movie, Person:Actor:Director, User, Genre), all films and people invented.
// Style: people who act are :Person:Actor, people who direct are :Person:Director, some are both; reviewers are :User and carry only userId and name.
// Traps: Movie.released is TEXT (ISO), Movie.year an integer, Person.born and Person.died native dates; RATED.timestamp is epoch seconds (integer), RATED.rating a float from 0.5 to 5;
//   imdbRating is out of 10 and not the same thing as the users' ratings; two films are called "The Lamplighter" (1974 and 2012); bornIn is free text "City, [State,] Country";
//   some films lack budget, revenue, imdbRating or tagline; some people lack born or bornIn; two users rated nothing, one film was never rated; a documentary has no cast; two documentaries, one with a cast of "Himself";
//   Static Bloom has two directors; languages and countries are lists; "(voice)" sits inside the role text.
CREATE CONSTRAINT movie_id IF NOT EXISTS FOR (m:Movie) REQUIRE m.movieId IS UNIQUE;
CREATE CONSTRAINT user_id IF NOT EXISTS FOR (u:User) REQUIRE u.userId IS UNIQUE;
CREATE INDEX person_name IF NOT EXISTS FOR (p:Person) ON (p.name);

UNWIND ["Action", "Adventure", "Animation", "Children", "Comedy", "Crime", "Documentary", "Drama", "Fantasy", "Horror", "Mystery", "Romance", "Sci-Fi", "Thriller", "War", "Western"] AS name
CREATE (:Genre {name: name});

UNWIND [
  {movieId: 1, title: "The Lamplighter", year: 1974, released: "1974-10-16", runtime: 112, budget: 900000, revenue: 4100000, imdbRating: 7.9, imdbVotes: 18422, languages: ["French"], countries: ["France"], plot: "In a town losing its gas lamps, the last lamplighter notices the same window going dark a minute earlier every night."},
  {movieId: 2, title: "The Lamplighter", year: 2012, released: "2012-02-24", runtime: 104, budget: 11000000, revenue: 19500000, imdbRating: 6.4, imdbVotes: 41210, languages: ["Swedish", "English"], countries: ["Sweden", "UK"], plot: "A power grid engineer in Stockholm finds a pattern in the city's blackouts.", tagline: "Every light goes out for a reason."},
  {movieId: 3, title: "Copper Sky", year: 1983, released: "1983-07-01", runtime: 128, budget: 6500000, revenue: 31200000, imdbRating: 7.2, imdbVotes: 26540, languages: ["English"], countries: ["USA"], plot: "A mining strike turns a lawman against the family that paid for his badge.", tagline: "The law ran out before the ore did."},
  {movieId: 4, title: "Last Train to Zabrze", year: 1979, released: "1979-09-03", runtime: 141, imdbRating: 8.3, imdbVotes: 22875, languages: ["Polish", "German"], countries: ["Poland"], plot: "Nine passengers and a stoker keep a coal train moving through the final winter of the war."},
  {movieId: 5, title: "Paper Lanterns", year: 1998, released: "1998-08-14", runtime: 117, budget: 3200000, revenue: 9800000, imdbRating: 8.1, imdbVotes: 35190, languages: ["Japanese"], countries: ["Japan"], plot: "A woman returns to Osaka to close her grandmother's shop and finds letters she was never meant to read.", tagline: "Some letters burn slowly."},
  {movieId: 6, title: "Orbital Decay", year: 2014, released: "2014-11-07", runtime: 133, budget: 85000000, revenue: 402000000, imdbRating: 7.6, imdbVotes: 310458, languages: ["English", "Mandarin"], countries: ["USA", "UK"], plot: "A repair crew has eleven hours before their station falls out of the sky.", tagline: "Down is the only way home."},
  {movieId: 7, title: "Orbital Decay: Reentry", year: 2018, released: "2018-05-25", runtime: 126, budget: 140000000, revenue: 287000000, imdbRating: 5.8, imdbVotes: 198733, languages: ["English"], countries: ["USA"], plot: "Four years on, something they left in orbit is coming back.", tagline: "It was never empty."},
  {movieId: 8, title: "The Hive Keepers", year: 2005, released: "2005-03-17", runtime: 98, budget: 2400000, revenue: 12700000, imdbRating: 7.0, imdbVotes: 15888, languages: ["English"], countries: ["Ireland"], plot: "A widow, a priest and a ten-year-old go into the honey business.", tagline: "Sweet, with a sting."},
  {movieId: 9, title: "Salt and Cinders", year: 2009, released: "2009-09-18", runtime: 121, budget: 4100000, revenue: 15300000, imdbRating: 7.8, imdbVotes: 28764, languages: ["Portuguese", "Spanish"], countries: ["Brazil"], plot: "A teenage salt worker hides a witness from the police captain who raised her."},
  {movieId: 10, title: "Monsoon Ledger", year: 2011, released: "2011-07-08", runtime: 137, budget: 9000000, revenue: 48600000, imdbRating: 7.4, imdbVotes: 61320, languages: ["Hindi", "English"], countries: ["India", "UK"], plot: "An accountant in flooded Mumbai discovers that the books of a drowned bank still balance.", tagline: "Follow the water."},
  {movieId: 11, title: "The Quiet Harpooner", year: 1991, released: "1991-11-29", runtime: 109, budget: 5000000, revenue: 3900000, imdbRating: 6.7, imdbVotes: 9845, languages: ["English"], countries: ["Ireland", "UK"], plot: "A whaler who has refused to speak for seven years signs on for one last season."},
  {movieId: 12, title: "Midnight at the Alhambra", year: 2003, released: "2003-05-02", runtime: 115, budget: 7800000, revenue: 16400000, imdbRating: 6.9, imdbVotes: 14207, languages: ["Spanish", "French"], countries: ["Spain", "France"], plot: "Two strangers locked overnight in the palace gardens plan a life they will not have.", tagline: "One night. No key."},
  {movieId: 13, title: "Gravel Kings", year: 2001, released: "2001-06-15", runtime: 101, budget: 22000000, revenue: 118000000, imdbRating: 6.3, imdbVotes: 87410, languages: ["English"], countries: ["USA"], plot: "Three truckers enter a cross-country race with a stolen cement mixer.", tagline: "Eat our dust."},
  {movieId: 14, title: "Gravel Kings 2: Loose Chippings", year: 2004, released: "2004-07-02", runtime: 96, budget: 38000000, revenue: 71000000, imdbRating: 4.9, imdbVotes: 65102, languages: ["English"], countries: ["USA"], plot: "The Kings are hired to pave a runway, and then to steal it.", tagline: "The road was just the start."},
  {movieId: 15, title: "Lagos After Dark", year: 2008, released: "2008-10-10", runtime: 119, budget: 1800000, revenue: 8900000, imdbRating: 7.5, imdbVotes: 17640, languages: ["English", "Yoruba"], countries: ["Nigeria"], plot: "A night-shift sergeant has until dawn to return a politician's missing car."},
  {movieId: 16, title: "The Glassblower's Daughter", year: 1995, released: "1995-12-08", runtime: 124, budget: 6000000, revenue: 13900000, imdbRating: 7.1, imdbVotes: 12033, languages: ["Italian"], countries: ["Italy", "Poland"], plot: "On Murano a furnace heiress bargains her family's secret recipe for a passport."},
  {movieId: 17, title: "Thirteen Kilometres", year: 2016, released: "2016-04-21", runtime: 84, budget: 300000, revenue: 1100000, imdbRating: 8.0, imdbVotes: 5210, languages: ["French", "Wolof"], countries: ["Senegal", "France"], plot: "A year on the walk that four sisters make to school each morning.", tagline: "They have never been late."},
  {movieId: 18, title: "Pocket Comet", year: 2019, released: "2019-12-20", runtime: 92, budget: 60000000, revenue: 233000000, imdbRating: 7.7, imdbVotes: 74980, languages: ["Japanese", "English"], countries: ["Japan", "USA"], plot: "A girl finds a comet the size of a plum and must return it before it grows up.", tagline: "Small enough to keep. Too bright to hide."},
  {movieId: 19, title: "Hollow Point Lullaby", year: 1987, released: "1987-08-21", runtime: 97, budget: 8000000, revenue: 26700000, imdbRating: 5.6, imdbVotes: 19874, languages: ["English"], countries: ["USA"], plot: "A retired detective's lullaby recording turns out to be evidence.", tagline: "Sleep tight."},
  {movieId: 20, title: "The Understudy's Revenge", year: 2015, released: "2015-03-06", runtime: 94, budget: 2900000, revenue: 6800000, imdbRating: 6.6, imdbVotes: 11876, languages: ["Spanish"], countries: ["Spain"], plot: "After eleven years waiting in the wings, Maite decides to break a leg. Not hers.", tagline: "Break a leg. Any leg."},
  {movieId: 21, title: "A Field Guide to Ghosts", year: 2017, released: "2017-10-27", runtime: 103, budget: 5500000, revenue: 39400000, imdbRating: 6.8, imdbVotes: 52344, languages: ["English"], countries: ["Ireland", "UK"], plot: "Two birdwatchers start cataloguing something else in the marsh.", tagline: "Keep still. They notice."},
  {movieId: 22, title: "Winter Wheat", year: 1969, released: "1969-02-05", runtime: 88, budget: 400000, imdbRating: 7.3, imdbVotes: 4688, languages: ["French"], countries: ["France"], plot: "An English girl and a farmer share a house, a stove and no language."},
  {movieId: 23, title: "Sparrow Protocol", year: 2010, released: "2010-08-06", runtime: 111, budget: 55000000, revenue: 164000000, imdbRating: 6.2, imdbVotes: 120655, languages: ["English", "Russian"], countries: ["UK", "USA"], plot: "A burned spy is activated by a signal she invented as a child.", tagline: "She was trained to disappear."},
  {movieId: 24, title: "The Cartographer's Wife", year: 2006, released: "2006-01-20", runtime: 130, budget: 12500000, revenue: 22300000, imdbRating: 7.0, imdbVotes: 20419, languages: ["English", "Hindi"], countries: ["India", "UK"], plot: "In 1870 a surveyor's wife redraws the border her husband was sent to measure."},
  {movieId: 25, title: "Dogs of the Dunes", year: 2013, released: "2013-06-28", runtime: 99, budget: 3600000, revenue: 2200000, imdbRating: 6.5, imdbVotes: 6934, languages: ["French", "Wolof"], countries: ["Senegal", "France"], plot: "A lost American boy and an old smuggler cross the desert with nine unruly dogs.", tagline: "Nine noses know the way."},
  {movieId: 26, title: "Third Shift", year: 1993, released: "1993-04-09", runtime: 107, budget: 4500000, revenue: 5600000, imdbRating: 6.9, imdbVotes: 8120, languages: ["English"], countries: ["USA"], plot: "The night crew of a closing auto plant builds one last car for themselves."},
  {movieId: 27, title: "Nightjar", year: 2020, released: "2020-10-30", runtime: 95, budget: 1500000, imdbRating: 6.1, imdbVotes: 18265, languages: ["Spanish"], countries: ["Spain", "Peru"], plot: "Whoever hears the bird has until morning to tell someone else.", tagline: "Did you hear it too?"},
  {movieId: 28, title: "The Accordion Heist", year: 1999, released: "1999-11-05", runtime: 105, budget: 3900000, revenue: 17800000, imdbRating: 7.2, imdbVotes: 16450, languages: ["Portuguese", "Italian"], countries: ["Brazil", "Italy"], plot: "Five wedding musicians rob the bank that repossessed their instruments.", tagline: "They came to play."},
  {movieId: 29, title: "Blue Hour Motel", year: 2007, released: "2007-02-09", runtime: 100, budget: 2700000, revenue: 1900000, imdbRating: 6.0, imdbVotes: 7712, languages: ["English"], countries: ["USA"], plot: "A night clerk realises that every guest has signed the register in her handwriting.", tagline: "Checkout is at dawn."},
  {movieId: 30, title: "Iron Orchard", year: 1989, released: "1989-05-12", runtime: 138, budget: 7000000, revenue: 10200000, imdbRating: 7.7, imdbVotes: 14390, languages: ["Polish", "German"], countries: ["Poland", "Germany"], plot: "Deserters from three armies hide among the same apple trees."},
  {movieId: 31, title: "Tiny Emperors", year: 2002, released: "2002-07-19", runtime: 86, budget: 18000000, revenue: 94000000, imdbRating: 7.5, imdbVotes: 48120, languages: ["Japanese"], countries: ["Japan"], plot: "Under the floor of a tea house, two insect dynasties prepare for war.", tagline: "Mind where you step."},
  {movieId: 32, title: "The Marrow Witch", year: 2021, released: "2021-09-24", runtime: 108, budget: 6800000, revenue: 27500000, imdbRating: 6.7, imdbVotes: 33902, languages: ["Swedish"], countries: ["Sweden"], plot: "A pastor sent to disprove a witch begins to dream in her voice.", tagline: "Bone remembers."},
  {movieId: 33, title: "Two Aces and a Mule", year: 1977, released: "1977-06-10", runtime: 93, budget: 2100000, revenue: 14600000, imdbRating: 6.8, imdbVotes: 10233, languages: ["English"], countries: ["USA"], plot: "Two gamblers lose everything but a mule that can count."},
  {movieId: 34, title: "Static Bloom", year: 2022, released: "2022-03-11", runtime: 113, budget: 16000000, revenue: 21000000, languages: ["English", "Arabic"], countries: ["UK", "India"], plot: "A botanist falls in love with the voice that tends her greenhouse on Mars.", tagline: "Love, with a nine-minute delay."},
  {movieId: 35, title: "Bread for Strangers", year: 2000, released: "2000-10-20", runtime: 122, budget: 2200000, revenue: 4700000, imdbRating: 7.6, imdbVotes: 9377, languages: ["Portuguese", "German"], countries: ["Brazil", "Germany"], plot: "A baker in Salvador takes in the family of the man who once informed on him."},
  {movieId: 36, title: "Songs My Mechanic Knew", year: 2018, released: "2018-09-14", runtime: 79, revenue: 620000, imdbRating: 7.9, imdbVotes: 2840, languages: ["English"], countries: ["USA", "Nigeria"], plot: "A filmmaker's broken-down car leads him to the greatest unrecorded singer in Detroit."}
] AS row
CREATE (m:Movie)
SET m = row;

UNWIND [
  {name: "Ingrid Halloran", born: date("1958-03-14"), bornIn: "Cork, Ireland", bio: "Irish writer-director known for rueful coastal comedies."},
  {name: "Tomasz Wieland", born: date("1949-11-02"), bornIn: "Lodz, Poland", died: date("2016-05-19"), bio: "Polish director, graduate of the Lodz film school, twice exiled."},
  {name: "Priya Venkataraman", born: date("1974-07-30"), bornIn: "Chennai, India", bio: "Trained as an economist before turning to film."},
  {name: "Lucille Ferrand", born: date("1941-09-08"), bornIn: "Lyon, France", died: date("2009-12-01"), bio: "French director of five decades, admired for films shot at night."},
  {name: "Kenji Morisaki", born: date("1962-06-17"), bornIn: "Osaka, Japan", bio: "Animator turned director."},
  {name: "Dale Buckminster", born: date("1955-04-05"), bornIn: "Tulsa, Oklahoma, USA"},
  {name: "Henrik Lindqvist", born: date("1970-02-28"), bornIn: "Malmo, Sweden"},
  {name: "Renata Coimbra", born: date("1966-08-19"), bornIn: "Salvador, Brazil", bio: "Former crime reporter."},
  {name: "Glenn Tavistock", born: date("1978-12-03"), bornIn: "Bristol, England, UK", bio: "Began in visual effects."},
  {name: "Amara Diallo", born: date("1985-02-17"), bornIn: "Dakar, Senegal"}
] AS row
CREATE (p:Person:Director)
SET p = row;

UNWIND [
  {name: "Marcus Oyelaran", born: date("1969-01-22"), bornIn: "Lagos, Nigeria", bio: "Actor and director who divides his time between Lagos and Detroit."},
  {name: "Sofia Arrieta", born: date("1981-10-12"), bornIn: "Bilbao, Spain", bio: "Stage actress who directs herself, usually badly treated."},
  {name: "Wes Callahan", born: date("1947-05-25"), bornIn: "Butte, Montana, USA", bio: "Stuntman, then leading man, then director."}
] AS row
CREATE (p:Person:Actor:Director)
SET p = row;

UNWIND [
  {name: "Nora Castellan", born: date("1971-04-18"), bornIn: "Trieste, Italy"},
  {name: "Jude Abernathy", born: date("1964-09-27"), bornIn: "Glasgow, Scotland, UK", bio: "Scottish character actor with a long run of priests and professors."},
  {name: "Caleb Stroud", born: date("1982-01-09"), bornIn: "Austin, Texas, USA"},
  {name: "Mei-Lin Tsao", born: date("1979-05-31"), bornIn: "Taipei, Taiwan"},
  {name: "Oscar Beaumarchais", born: date("1937-02-11"), bornIn: "Marseille, France", died: date("2011-07-04"), bio: "French leading man of the sixties and seventies."},
  {name: "Harriet Pell", born: date("1990-10-22"), bornIn: "Leeds, England, UK"},
  {name: "Rafael Quintanar", born: date("1968-12-15"), bornIn: "Guadalajara, Mexico"},
  {name: "Delphine Morrow", born: date("1984-06-06"), bornIn: "New Orleans, Louisiana, USA"},
  {name: "Anton Vasilenko", born: date("1952-03-03"), bornIn: "Odessa, Ukraine", died: date("2019-10-10"), bio: "Played officers on both sides of every war."},
  {name: "Yuki Tanabe", born: date("1988-08-08"), bornIn: "Kyoto, Japan"},
  {name: "Bernard Okafor", born: date("1959-07-14"), bornIn: "Enugu, Nigeria", bio: "Nigerian stage and screen actor."},
  {name: "Gwen Sotheby", born: date("1945-01-30"), bornIn: "Bath, England, UK", died: date("2020-04-02")},
  {name: "Lachlan Reyes", born: date("1976-11-11"), bornIn: "Brisbane, Australia"},
  {name: "Isolde Brandt", born: date("1967-05-05"), bornIn: "Hamburg, Germany"},
  {name: "Tyrone Maddox", born: date("1972-08-24"), bornIn: "Detroit, Michigan, USA", bio: "Former welder."},
  {name: "Clara Fonseca", born: date("1993-03-19"), bornIn: "Sao Paulo, Brazil"},
  {name: "Silas Whitcombe", born: date("1933-10-01"), bornIn: "Boston, Massachusetts, USA", died: date("2001-06-15")},
  {name: "Zainab Rashidi", born: date("1986-04-27"), bornIn: "Mombasa, Kenya"},
  {name: "Pieter van Loon", born: date("1961-09-09"), bornIn: "Utrecht, Netherlands"},
  {name: "Cordelia Nash", born: date("1977-02-14"), bornIn: "Dublin, Ireland"},
  {name: "Hugo Espinel", born: date("1954-06-29"), bornIn: "Bogota, Colombia"},
  {name: "Fumiko Arai", born: date("1941-12-24"), bornIn: "Osaka, Japan", died: date("2014-03-30"), bio: "Voice of three generations of Japanese animation."},
  {name: "Eliot Grange", born: date("1999-07-07"), bornIn: "Vancouver, Canada"},
  {name: "Maeve Tierney", born: date("1995-11-30"), bornIn: "Galway, Ireland"},
  {name: "Dmitri Kolar"},
  {name: "Simone Achterberg", born: date("1980-01-16"), bornIn: "Antwerp, Belgium"},
  {name: "Rohan Mehta", born: date("1983-09-02"), bornIn: "Mumbai, India"},
  {name: "Leila Haddad", born: date("1991-12-05"), bornIn: "Beirut, Lebanon"},
  {name: "Walter Pruitt", born: date("1929-08-13"), bornIn: "Omaha, Nebraska, USA", died: date("1998-02-20")},
  {name: "Ana Lucía Bravo", born: date("1987-03-25"), bornIn: "Lima, Peru"},
  {name: "Jonas Friis", born: date("1973-10-18"), bornIn: "Aarhus, Denmark"},
  {name: "Teddy Marchetti", born: date("2001-04-15"), bornIn: "Chicago, Illinois, USA"},
  {name: "Greta Sandoval", born: date("1948-06-21"), bornIn: "Santa Fe, New Mexico, USA"},
  {name: "Xavier Delorme", bornIn: "Montreal, Canada"}
] AS row
CREATE (p:Person:Actor)
SET p = row;

UNWIND [
  {userId: "1", name: "Omar Hutchins"},
  {userId: "2", name: "Angela Rosewell"},
  {userId: "3", name: "Priscilla Munday"},
  {userId: "4", name: "Darius Kettle"},
  {userId: "5", name: "Misty Wickham"},
  {userId: "6", name: "Jorge Almonte"},
  {userId: "7", name: "Helen Brightwater"},
  {userId: "8", name: "Nathan Osgood"},
  {userId: "9", name: "Fatima Belkacem"},
  {userId: "10", name: "Kyle Drummond"},
  {userId: "11", name: "Stephanie Vuong"},
  {userId: "12", name: "Lionel Abbott"},
  {userId: "13", name: "Carmen Ibarra"},
  {userId: "14", name: "Gavin Threlfall"},
  {userId: "15", name: "Noreen Sandhu"},
  {userId: "16", name: "Patrick Oduya"},
  {userId: "17", name: "Wendy Maskell"},
  {userId: "18", name: "Elias Bergman"},
  {userId: "19", name: "Tanya Petrosian"},
  {userId: "20", name: "Russell Hobart"},
  {userId: "21", name: "Ivy Chandrasekhar"},
  {userId: "22", name: "Damon Leclerc"},
  {userId: "23", name: "Bethany Crouse"},
  {userId: "24", name: "Hector Palomino"},
  {userId: "25", name: "Joanne Whitlock"},
  {userId: "26", name: "Miles Ferreira"},
  {userId: "27", name: "Sabrina Kowal"},
  {userId: "28", name: "Curtis Agyeman"},
  {userId: "29", name: "Lorraine Teague"},
  {userId: "30", name: "Victor Nyström"},
  {userId: "31", name: "Paige Donnelly"},
  {userId: "32", name: "Abel Zamora"},
  {userId: "33", name: "Ruth Eisenberg"},
  {userId: "34", name: "Trevor Inglis"},
  {userId: "35", name: "Monique Baptiste"},
  {userId: "36", name: "Samir Qureshi"},
  {userId: "37", name: "Colleen Farraday"},
  {userId: "38", name: "Dwayne Pickett"},
  {userId: "39", name: "Astrid Holm"},
  {userId: "40", name: "Bruno Castagna"}
] AS row
CREATE (u:User)
SET u = row;

UNWIND [
  [1, ["Drama", "Mystery"]],
  [2, ["Thriller", "Mystery"]],
  [3, ["Western", "Drama"]],
  [4, ["War", "Drama"]],
  [5, ["Drama", "Romance"]],
  [6, ["Sci-Fi", "Thriller"]],
  [7, ["Sci-Fi", "Action"]],
  [8, ["Comedy", "Drama"]],
  [9, ["Drama", "Crime"]],
  [10, ["Crime", "Thriller"]],
  [11, ["Adventure", "Drama"]],
  [12, ["Romance"]],
  [13, ["Comedy", "Action"]],
  [14, ["Comedy", "Action"]],
  [15, ["Crime", "Thriller"]],
  [16, ["Romance", "Drama"]],
  [17, ["Documentary"]],
  [18, ["Animation", "Children", "Adventure"]],
  [19, ["Action", "Crime"]],
  [20, ["Comedy"]],
  [21, ["Horror", "Comedy"]],
  [22, ["Drama"]],
  [23, ["Action", "Thriller"]],
  [24, ["Romance", "Drama"]],
  [25, ["Adventure", "Children"]],
  [26, ["Drama"]],
  [27, ["Horror", "Thriller"]],
  [28, ["Comedy", "Crime"]],
  [29, ["Mystery", "Romance"]],
  [30, ["War", "Drama"]],
  [31, ["Animation", "Children", "Fantasy"]],
  [32, ["Horror", "Fantasy"]],
  [33, ["Western", "Comedy"]],
  [34, ["Sci-Fi", "Romance"]],
  [35, ["Drama"]],
  [36, ["Documentary"]]
] AS row
MATCH (m:Movie {movieId: row[0]})
UNWIND row[1] AS g
MATCH (genre:Genre {name: g})
CREATE (m)-[:IN_GENRE]->(genre);

UNWIND [
  [1, ["Lucille Ferrand"]],
  [2, ["Henrik Lindqvist"]],
  [3, ["Wes Callahan"]],
  [4, ["Tomasz Wieland"]],
  [5, ["Kenji Morisaki"]],
  [6, ["Glenn Tavistock"]],
  [7, ["Glenn Tavistock"]],
  [8, ["Ingrid Halloran"]],
  [9, ["Renata Coimbra"]],
  [10, ["Priya Venkataraman"]],
  [11, ["Ingrid Halloran"]],
  [12, ["Lucille Ferrand"]],
  [13, ["Dale Buckminster"]],
  [14, ["Dale Buckminster"]],
  [15, ["Marcus Oyelaran"]],
  [16, ["Tomasz Wieland"]],
  [17, ["Amara Diallo"]],
  [18, ["Kenji Morisaki"]],
  [19, ["Dale Buckminster"]],
  [20, ["Sofia Arrieta"]],
  [21, ["Ingrid Halloran"]],
  [22, ["Lucille Ferrand"]],
  [23, ["Glenn Tavistock"]],
  [24, ["Priya Venkataraman"]],
  [25, ["Amara Diallo"]],
  [26, ["Wes Callahan"]],
  [27, ["Sofia Arrieta"]],
  [28, ["Renata Coimbra"]],
  [29, ["Marcus Oyelaran"]],
  [30, ["Tomasz Wieland"]],
  [31, ["Kenji Morisaki"]],
  [32, ["Henrik Lindqvist"]],
  [33, ["Wes Callahan"]],
  [34, ["Priya Venkataraman", "Glenn Tavistock"]],
  [35, ["Renata Coimbra"]],
  [36, ["Marcus Oyelaran"]]
] AS row
MATCH (m:Movie {movieId: row[0]})
UNWIND row[1] AS d
MATCH (p:Director {name: d})
CREATE (p)-[:DIRECTED]->(m);

UNWIND [
  [1, [["Oscar Beaumarchais", "Auguste Perrin"], ["Silas Whitcombe", "Dr. Lowell"], ["Gwen Sotheby", "Madame Rosier"]]],
  [2, [["Jonas Friis", "August Berg"], ["Isolde Brandt", "Inspector Kling"], ["Harriet Pell", "Lottie"]]],
  [3, [["Wes Callahan", "Sheriff Amos Tully"], ["Greta Sandoval", "Lettie Crane"], ["Walter Pruitt", "Judge Horne"]]],
  [4, [["Anton Vasilenko", "Lt. Roman Sadowy"], ["Gwen Sotheby", "Nurse Edith Barrow"], ["Dmitri Kolar", "The Stoker"]]],
  [5, [["Fumiko Arai", "Grandmother Sato"], ["Yuki Tanabe", "Young Hana"], ["Mei-Lin Tsao", "Hana Sato"]]],
  [6, [["Caleb Stroud", "Cmdr. Jack Orrin"], ["Mei-Lin Tsao", "Dr. Wen Li"], ["Tyrone Maddox", "Flight Director Bell"], ["Zainab Rashidi", "Amina Odede"]]],
  [7, [["Caleb Stroud", "Cmdr. Jack Orrin"], ["Zainab Rashidi", "Amina Odede"], ["Eliot Grange", "Pip Marlowe"]]],
  [8, [["Cordelia Nash", "Bríd Costello"], ["Jude Abernathy", "Father Tom"], ["Maeve Tierney", "Aoife"]]],
  [9, [["Hugo Espinel", "Old Baltasar"], ["Clara Fonseca", "Jandira"], ["Rafael Quintanar", "Inspector Vidal"]]],
  [10, [["Rohan Mehta", "Arjun Salvi"], ["Leila Haddad", "Nadia Farrow"], ["Bernard Okafor", "Mr. Sowande"]]],
  [11, [["Jude Abernathy", "Eoin Marrack"], ["Silas Whitcombe", "Captain Voss"], ["Isolde Brandt", "Marthe"]]],
  [12, [["Nora Castellan", "Ines"], ["Rafael Quintanar", "Tomás Rueda"], ["Oscar Beaumarchais", "Monsieur Aubert"]]],
  [13, [["Tyrone Maddox", "Big Otis"], ["Lachlan Reyes", "Skids Malone"], ["Delphine Morrow", "Roxy Duprée"]]],
  [14, [["Tyrone Maddox", "Big Otis"], ["Lachlan Reyes", "Skids Malone"], ["Cordelia Nash", "Agent Plum"]]],
  [15, [["Marcus Oyelaran", "Sgt. Femi Balogun"], ["Bernard Okafor", "Chief Adeyemi"], ["Zainab Rashidi", "Tola"]]],
  [16, [["Nora Castellan", "Chiara Seguso"], ["Pieter van Loon", "Willem Haas"]]],
  [18, [["Yuki Tanabe", "Kiko (voice)"], ["Teddy Marchetti", "Comet (voice)"]]],
  [19, [["Wes Callahan", "Det. Ray Stobbs"], ["Walter Pruitt", "Commissioner Dane"], ["Greta Sandoval", "Vera Stobbs"]]],
  [20, [["Sofia Arrieta", "Maite"], ["Simone Achterberg", "Dame Ottoline"], ["Rafael Quintanar", "The Director"]]],
  [21, [["Maeve Tierney", "Sorcha Finn"], ["Harriet Pell", "Bex"], ["Jude Abernathy", "Professor Quill"]]],
  [22, [["Oscar Beaumarchais", "Mathieu"], ["Gwen Sotheby", "Helen"]]],
  [23, [["Lachlan Reyes", "Agent Dunmore"], ["Delphine Morrow", "Sparrow"], ["Anton Vasilenko", "General Yurin"], ["Leila Haddad", "Sana"], ["Dmitri Kolar", "The Courier"]]],
  [24, [["Cordelia Nash", "Eleanor Lisle"], ["Rohan Mehta", "Devdas Rao"], ["Pieter van Loon", "Major Lisle"]]],
  [25, [["Bernard Okafor", "Pape Samba"], ["Teddy Marchetti", "Milo"]]],
  [26, [["Tyrone Maddox", "Leon"], ["Wes Callahan", "Foreman Hobbs"], ["Greta Sandoval", "Dot"]]],
  [27, [["Clara Fonseca", "Lucero"], ["Ana Lucía Bravo", "Rosario"], ["Sofia Arrieta", "The Beekeeper"]]],
  [28, [["Hugo Espinel", "Tio Nelo"], ["Nora Castellan", "Donatella"], ["Xavier Delorme", "Le Chauve"]]],
  [29, [["Delphine Morrow", "Camille"], ["Caleb Stroud", "Ned Harper"]]],
  [30, [["Anton Vasilenko", "Sgt. Bielak"], ["Isolde Brandt", "Hanne"], ["Pieter van Loon", "Dirk"]]],
  [31, [["Fumiko Arai", "Empress Moth (voice)"], ["Mei-Lin Tsao", "Ling (voice)"]]],
  [32, [["Simone Achterberg", "The Witch"], ["Jonas Friis", "Pastor Elof"], ["Maeve Tierney", "Kerstin"]]],
  [33, [["Wes Callahan", "Slim Dooley"], ["Silas Whitcombe", "Deacon Price"], ["Walter Pruitt", "Ace"]]],
  [34, [["Leila Haddad", "Dr. Samar Aziz"], ["Eliot Grange", "Unit 9"], ["Ana Lucía Bravo", "Paz"]]],
  [35, [["Bernard Okafor", "Emeka"], ["Isolde Brandt", "Ulrike"]]],
  [36, [["Tyrone Maddox", "Himself"]]]
] AS row
MATCH (m:Movie {movieId: row[0]})
UNWIND row[1] AS c
MATCH (p:Actor {name: c[0]})
CREATE (p)-[:ACTED_IN {role: c[1]}]->(m);

// userId, then [movieId, rating, timestamp]
UNWIND [
  ["1", [[6, 4.0, 1423321598], [14, 3.0, 1636835162], [15, 4.5, 1654496922], [20, 2.5, 1599987599], [27, 3.0, 1641707341], [31, 2.5, 1611787463]]],
  ["2", [[2, 2.5, 1469234114], [6, 4.5, 1473299824], [7, 3.5, 1542760644]]],
  ["3", [[4, 4.0, 1359563509], [9, 4.0, 1417149832], [13, 3.0, 1496406842], [16, 3.5, 1364371127], [18, 4.0, 1577063664], [25, 1.0, 1560595462], [33, 3.5, 1407743120]]],
  ["4", [[4, 4.5, 1584007488], [5, 4.0, 1615989167], [8, 3.0, 1434346241], [9, 4.0, 1550418959], [12, 1.5, 1366260017], [27, 5.0, 1651409417], [34, 3.5, 1660395261]]],
  ["5", [[1, 4.5, 1471368535], [2, 3.0, 1527445918], [3, 4.0, 1656411140], [4, 5.0, 1645758609], [11, 4.5, 1552644280], [13, 2.5, 1479256079], [20, 2.5, 1649575782], [28, 3.5, 1616264458]]],
  ["6", [[2, 2.5, 1555132464], [4, 3.0, 1587891656], [7, 3.5, 1615554567], [13, 5.0, 1427942909], [20, 2.5, 1596814819], [31, 3.0, 1398145802], [34, 2.5, 1654009995]]],
  ["7", [[2, 3.5, 1537016581], [3, 4.0, 1629278561], [4, 5.0, 1373138605], [7, 3.0, 1537877629], [12, 3.5, 1404924345], [16, 3.5, 1413254644], [35, 3.5, 1391268603]]],
  ["8", [[12, 4.0, 1417972507], [23, 4.0, 1386180535], [24, 2.0, 1597265830], [25, 4.5, 1566061059], [28, 3.5, 1377637383], [32, 3.5, 1634807977]]],
  ["9", [[4, 4.0, 1610667580], [13, 3.0, 1364932156], [15, 4.0, 1405428160], [19, 3.0, 1586629837], [25, 2.0, 1378759599], [31, 4.0, 1469209637]]],
  ["10", [[11, 4.5, 1490098348], [15, 2.5, 1481352123], [23, 2.0, 1464714150], [31, 4.5, 1456384519]]],
  ["11", [[2, 5.0, 1511014565], [3, 4.0, 1514500007], [12, 4.5, 1479695448], [32, 2.5, 1638288780]]],
  ["12", [[9, 4.5, 1502583153], [10, 3.0, 1641845359], [20, 4.0, 1439404688], [23, 3.0, 1491403724], [30, 4.0, 1447016959]]],
  ["13", [[13, 4.0, 1458503988], [21, 1.5, 1586636951], [22, 4.0, 1595992138]]],
  ["14", [[6, 4.5, 1574989321], [7, 4.0, 1541188697], [9, 2.0, 1550868653], [16, 3.0, 1369850602], [19, 3.0, 1628754232], [23, 2.5, 1530533049], [25, 2.5, 1536828358]]],
  ["15", [[6, 5.0, 1501454873], [21, 2.0, 1523760940], [24, 5.0, 1531909167], [28, 2.5, 1389989239]]],
  ["16", [[2, 3.5, 1538011517], [3, 3.0, 1436068640], [17, 4.5, 1637852932], [18, 5.0, 1607571444], [27, 1.0, 1606082156], [30, 4.0, 1595717491]]],
  ["17", [[6, 3.0, 1648191360], [9, 2.5, 1511984745], [16, 4.0, 1502663923], [18, 4.5, 1584788941], [28, 3.5, 1377515273], [32, 3.5, 1632883230]]],
  ["18", [[11, 4.0, 1577405949], [14, 3.0, 1555542915], [15, 3.5, 1529525405], [18, 4.5, 1595661065], [23, 3.0, 1642190980], [27, 3.5, 1605310801]]],
  ["19", [[1, 4.5, 1475349190], [2, 2.0, 1639153338], [6, 3.5, 1574198037], [7, 3.5, 1630330630], [15, 4.0, 1631091403], [18, 4.0, 1577564145], [24, 3.5, 1669952236]]],
  ["20", [[6, 4.5, 1651773257], [12, 4.0, 1481596157], [22, 3.0, 1393237219], [32, 4.0, 1634827222]]],
  ["21", [[6, 3.5, 1416332983], [13, 3.5, 1518846125], [17, 5.0, 1630963708], [21, 3.5, 1509863034], [23, 2.0, 1581608185], [34, 4.5, 1664440237]]],
  ["22", [[5, 4.5, 1408197347], [6, 5.0, 1580649614], [7, 3.5, 1538381703], [30, 3.0, 1529404732], [33, 4.0, 1471979058], [36, 3.0, 1540451989]]],
  ["23", [[6, 4.5, 1423460215], [13, 3.0, 1415643994], [14, 2.5, 1565625021], [25, 2.5, 1541978924]]],
  ["24", [[5, 3.5, 1572186429], [6, 4.0, 1422646520], [9, 5.0, 1525096616], [10, 4.0, 1536405220], [11, 3.5, 1642867286], [17, 4.0, 1494772811], [24, 5.0, 1473953113], [33, 3.0, 1401815807]]],
  ["25", [[1, 4.0, 1563446578], [8, 4.0, 1546871324], [21, 3.5, 1511440138], [24, 4.0, 1627803751], [25, 5.0, 1623616149], [35, 4.5, 1410151350]]],
  ["26", [[11, 3.5, 1630175515], [17, 3.0, 1592162079], [22, 3.5, 1501112673], [30, 3.5, 1619256192], [34, 3.5, 1669147495], [35, 4.0, 1484338916]]],
  ["27", [[14, 4.0, 1548280987], [21, 5.0, 1514151244], [22, 3.0, 1517439994]]],
  ["28", [[8, 3.0, 1655201498], [15, 3.5, 1582003845], [17, 4.0, 1614859680], [19, 3.0, 1400933594], [25, 2.0, 1598213524], [30, 4.0, 1504898785], [33, 2.5, 1637019287], [35, 3.5, 1430014316]]],
  ["29", [[5, 3.5, 1647580168], [8, 3.0, 1508715817], [10, 3.5, 1631576971], [13, 5.0, 1481302043], [21, 3.5, 1511544004], [27, 2.0, 1607791577], [32, 3.5, 1637194074]]],
  ["30", [[5, 4.5, 1594103258], [6, 3.5, 1603037840], [25, 3.5, 1448416399], [32, 4.0, 1639438319], [35, 3.0, 1669322256]]],
  ["31", [[6, 3.0, 1607411707], [7, 2.0, 1530049478], [10, 3.0, 1657473096], [14, 2.0, 1588074035], [16, 3.5, 1490593430], [21, 3.5, 1643945696], [27, 3.0, 1606598064], [30, 3.0, 1427619322]]],
  ["32", [[5, 5.0, 1595836536], [13, 2.5, 1498814786], [19, 2.5, 1617999740], [24, 4.0, 1400879643], [32, 3.5, 1637556130]]],
  ["33", [[4, 4.0, 1607603640], [6, 4.5, 1469117250], [13, 2.0, 1375465900], [14, 2.5, 1379057984], [21, 4.5, 1548658978], [26, 3.0, 1612488121]]],
  ["35", [[1, 4.0, 1413767811], [3, 4.5, 1468223613], [8, 3.0, 1621015043], [9, 4.5, 1542061271], [22, 3.5, 1537535176]]],
  ["36", [[3, 5.0, 1543612443], [16, 4.5, 1384248960], [21, 3.0, 1596210014], [27, 3.0, 1608619223]]],
  ["37", [[6, 4.0, 1464878847], [12, 3.5, 1564262289], [24, 3.0, 1373026263], [27, 5.0, 1605187918], [36, 3.5, 1538137967]]],
  ["38", [[1, 4.5, 1598003308], [6, 3.0, 1496942811], [10, 3.5, 1450836489], [12, 4.0, 1637086279], [16, 3.5, 1625757052], [19, 3.5, 1577186840], [20, 2.5, 1537127920], [27, 1.0, 1606078726]]],
  ["40", [[3, 3.0, 1386535481], [6, 3.5, 1475749156], [26, 3.5, 1566846042], [27, 3.5, 1605438958], [33, 2.5, 1513908561], [35, 4.5, 1650146564]]]
] AS row
MATCH (u:User {userId: row[0]})
UNWIND row[1] AS r
MATCH (m:Movie {movieId: r[0]})
CREATE (u)-[:RATED {rating: r[1], timestamp: r[2]}]->(m);
