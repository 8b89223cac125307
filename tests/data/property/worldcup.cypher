// Women's World Cup, a small cut in the style of the public demo graph: Person, Team, Squad, Tournament, Match; three tournaments (Germany 2011, Canada 2015, France 2019), eight teams.
// Model: (:Person)-[:REPRESENTS]->(:Team), (:Person)-[:IN_SQUAD {number, captain}]->(:Squad), (:Person)-[:COACH_FOR]->(:Squad), (:Team)-[:NAMED]->(:Squad)-[:FOR]->(:Tournament),
// (:Team)-[:PARTICIPATED_IN]->(:Tournament), (:Team)-[:PLAYED_IN {score, penaltyScore}]->(:Match)-[:IN_TOURNAMENT]->(:Tournament), (:Person)-[:SCORED_GOAL {minute, type}]->(:Match).
// Traps: own goals are SCORED_GOAL links too (type 'own goal') and count in the other team's score; coaches and players share the label Person (coaches have no position and no REPRESENTS);
// Pia Sundhage coached two teams; a tournament's name starts with a country that is also a team (Germany 2011, France 2019); dob is a native date while opened/closed of a tournament are text;
// penaltyScore exists only after a shoot-out; caps, clubs, dob, nickname, referee are missing for some; Brazil took part in 2015 but has no match here; the Netherlands was not there in 2011.
CREATE CONSTRAINT person_id IF NOT EXISTS FOR (p:Person) REQUIRE p.id IS UNIQUE;
UNWIND [
 {id:'1001', name:'Germany 2011', year:2011, host:'Germany', opened:'2011-06-26', closed:'2011-07-17', mascot:'Karla Kick', teamCount:16},
 {id:'1002', name:'Canada 2015', year:2015, host:'Canada', opened:'2015-06-06', closed:'2015-07-05', mascot:'Shuéme', teamCount:24},
 {id:'1003', name:'France 2019', year:2019, host:'France', opened:'2019-06-07', closed:'2019-07-07', mascot:'Ettie', teamCount:24}
] AS row CREATE (t:Tournament) SET t = row;
UNWIND [
 {id:'1882879', name:'USA', code:'USA', confederation:'CONCACAF', fifaRank:1, nickname:'The Stars and Stripes', years:[2011,2015,2019]},
 {id:'1882880', name:'Germany', code:'GER', confederation:'UEFA', fifaRank:2, years:[2011,2015,2019]},
 {id:'1882881', name:'Japan', code:'JPN', confederation:'AFC', fifaRank:7, nickname:'Nadeshiko', years:[2011,2015,2019]},
 {id:'1882882', name:'England', code:'ENG', confederation:'UEFA', fifaRank:3, nickname:'The Lionesses', years:[2011,2015,2019]},
 {id:'1882883', name:'France', code:'FRA', confederation:'UEFA', fifaRank:4, nickname:'Les Bleues', years:[2011,2015,2019]},
 {id:'1882884', name:'Brazil', code:'BRA', confederation:'CONMEBOL', fifaRank:10, nickname:'As Canarinhas', years:[2011,2015,2019]},
 {id:'1882885', name:'Sweden', code:'SWE', confederation:'UEFA', fifaRank:9, years:[2011,2015,2019]},
 {id:'1882886', name:'Netherlands', code:'NED', confederation:'UEFA', fifaRank:8, nickname:'Oranje Leeuwinnen', years:[2015,2019]}
] AS row
CREATE (t:Team {id:row.id, name:row.name, code:row.code, confederation:row.confederation, fifaRank:row.fifaRank})
SET t.nickname = row.nickname
WITH t, row UNWIND row.years AS y
MATCH (w:Tournament {year:y})
CREATE (t)-[:PARTICIPATED_IN]->(w)
CREATE (t)-[:NAMED]->(s:Squad {id: toString(y) + '-' + row.code})-[:FOR]->(w);
// players: name, team code, born, position, caps, height in metres, clubs, squads as [year, shirt number]
UNWIND [
 ['Abby Wambach','USA','1980-06-02','Forward',255,1.81,['Washington Freedom','Western New York Flash'],[[2011,20],[2015,20]]],
 ['Alex Morgan','USA','1989-07-02','Forward',224,1.70,['Portland Thorns','Orlando Pride','Olympique Lyonnais'],[[2011,13],[2015,13],[2019,13]]],
 ['Carli Lloyd','USA','1982-07-16','Midfielder',316,1.73,['Houston Dash','Manchester City','Sky Blue FC'],[[2011,10],[2015,10],[2019,10]]],
 ['Megan Rapinoe','USA','1985-07-05','Midfielder',203,1.68,['Seattle Reign','Olympique Lyonnais'],[[2011,15],[2015,15],[2019,15]]],
 ['Hope Solo','USA','1981-07-30','Goalkeeper',202,1.75,['Seattle Reign','Atlanta Beat'],[[2011,1],[2015,1]]],
 ['Lauren Holiday','USA','1987-09-30','Midfielder',133,1.73,['FC Kansas City'],[[2011,12],[2015,12]]],
 ['Tobin Heath','USA','1988-05-29','Midfielder',181,1.68,['Portland Thorns','Paris Saint-Germain'],[[2011,17],[2015,17],[2019,17]]],
 ['Kelley O\'Hara','USA','1988-08-04','Defender',160,1.65,['Sky Blue FC','Utah Royals'],[[2011,19],[2015,5],[2019,5]]],
 ['Christen Press','USA','1988-12-29','Forward',155,1.70,['Chicago Red Stars','Utah Royals','Tyresö FF'],[[2015,23],[2019,23]]],
 ['Rose Lavelle','USA','1995-05-14','Midfielder',88,1.63,['Washington Spirit','Manchester City'],[[2019,16]]],
 ['Lindsey Horan','USA','1994-05-26','Midfielder',140,1.75,['Paris Saint-Germain','Portland Thorns'],[[2019,9]]],
 ['Becky Sauerbrunn','USA','1985-06-06','Defender',217,1.70,['Portland Thorns','FC Kansas City'],[[2011,16],[2015,4],[2019,4]]],
 ['Julie Johnston','USA','1992-04-06','Defender',123,1.70,['Chicago Red Stars'],[[2015,19],[2019,8]]],
 ['Amy LePeilbet','USA','1982-03-12','Defender',84,1.68,null,[[2011,6]]],
 ['Kerstin Garefrekes','GER','1979-09-04','Midfielder',130,1.79,['FFC Frankfurt'],[[2011,18]]],
 ['Inka Grings','GER','1978-10-31','Forward',96,1.69,['FCR Duisburg','FC Zürich'],[[2011,8]]],
 ['Célia Šašić','GER','1988-06-27','Forward',111,1.74,['SC Bad Neuenahr','FFC Frankfurt'],[[2011,13],[2015,13]]],
 ['Anja Mittag','GER','1985-05-16','Forward',158,1.68,['Turbine Potsdam','FC Rosengård','VfL Wolfsburg'],[[2015,11]]],
 ['Dzsenifer Marozsán','GER','1992-04-18','Midfielder',112,1.71,['FFC Frankfurt','Olympique Lyonnais'],[[2015,10],[2019,10]]],
 ['Lina Magull','GER','1994-08-15','Midfielder',77,1.64,['VfL Wolfsburg','Bayern Munich'],[[2019,20]]],
 ['Nadine Angerer','GER','1978-11-10','Goalkeeper',146,1.75,['Turbine Potsdam','FFC Frankfurt','Portland Thorns'],[[2011,1],[2015,1]]],
 ['Alexandra Popp','GER','1991-04-06','Forward',145,1.74,['FCR Duisburg','VfL Wolfsburg'],[[2011,11],[2015,18],[2019,11]]],
 ['Almuth Schult','GER','1991-02-09','Goalkeeper',66,1.80,['VfL Wolfsburg'],[[2011,21],[2015,12],[2019,1]]],
 ['Sara Däbritz','GER','1995-02-15','Midfielder',104,1.71,['SC Freiburg','Bayern Munich','Paris Saint-Germain'],[[2015,23],[2019,13]]],
 ['Annike Krahn','GER','1985-07-01','Defender',137,1.73,['FCR Duisburg','Paris Saint-Germain'],[[2011,5],[2015,5]]],
 ['Homare Sawa','JPN','1978-09-06','Midfielder',205,1.64,['INAC Kobe Leonessa','Washington Freedom'],[[2011,10],[2015,10]]],
 ['Aya Miyama','JPN','1985-01-28','Midfielder',162,1.57,['Okayama Yunogo Belle'],[[2011,8],[2015,8]]],
 ['Nahomi Kawasumi','JPN','1985-09-23','Forward',90,1.57,['INAC Kobe Leonessa','Seattle Reign'],[[2011,9],[2015,9]]],
 ['Karina Maruyama','JPN','1983-03-26','Forward',79,1.63,null,[[2011,18]]],
 ['Yuki Ogimi','JPN','1987-07-15','Forward',132,1.68,['Turbine Potsdam','Chelsea','VfL Wolfsburg'],[[2011,17],[2015,17]]],
 ['Saori Ariyoshi','JPN','1987-11-01','Defender',65,1.59,['Nippon TV Beleza'],[[2015,19]]],
 ['Mizuho Sakaguchi','JPN','1987-10-15','Midfielder',124,1.65,['Nippon TV Beleza'],[[2011,6],[2015,6],[2019,10]]],
 ['Yui Hasegawa','JPN','1997-01-29','Midfielder',86,1.57,['Nippon TV Beleza','Manchester City'],[[2019,14]]],
 ['Saki Kumagai','JPN','1990-10-17','Defender',154,1.73,['Urawa Reds','FFC Frankfurt','Olympique Lyonnais'],[[2011,4],[2015,4],[2019,4]]],
 ['Ayumi Kaihori','JPN','1986-09-04','Goalkeeper',53,1.70,['INAC Kobe Leonessa'],[[2011,21],[2015,18]]],
 ['Mana Iwabuchi','JPN','1993-03-18','Forward',89,1.55,['Bayern Munich','INAC Kobe Leonessa','Arsenal'],[[2011,20],[2015,16],[2019,8]]],
 ['Ellen White','ENG','1989-05-09','Forward',113,1.70,['Arsenal','Birmingham City','Manchester City'],[[2011,14],[2015,18],[2019,18]]],
 ['Rachel Yankey','ENG','1979-11-01','Forward',129,1.63,['Arsenal'],[[2011,11]]],
 ['Jill Scott','ENG','1987-02-02','Midfielder',161,1.81,['Everton','Manchester City'],[[2011,8],[2015,8],[2019,8]]],
 ['Fara Williams','ENG','1984-01-25','Midfielder',172,1.64,['Everton','Liverpool','Reading'],[[2011,4],[2015,4]]],
 ['Laura Bassett','ENG','1983-08-02','Defender',61,1.77,['Birmingham City','Chelsea'],[[2011,16],[2015,6]]],
 ['Fran Kirby','ENG','1993-06-29','Forward',76,1.57,['Reading','Chelsea'],[[2015,14],[2019,10]]],
 ['Karen Bardsley','ENG','1984-10-14','Goalkeeper',82,1.82,['Lincoln City','Manchester City'],[[2011,1],[2015,1],[2019,1]]],
 ['Steph Houghton','ENG','1988-04-23','Defender',121,1.74,['Arsenal','Manchester City'],[[2011,18],[2015,5],[2019,5]]],
 ['Lucy Bronze','ENG','1991-10-28','Defender',127,1.71,['Liverpool','Manchester City','Olympique Lyonnais'],[[2015,12],[2019,2]]],
 ['Kelly Smith','ENG','1978-10-29','Forward',117,1.68,['Arsenal','Boston Breakers'],[[2011,10]]],
 ['Karen Carney','ENG','1987-08-01','Midfielder',144,1.62,['Birmingham City','Chelsea','Arsenal'],[[2011,7],[2015,10],[2019,14]]],
 ['Marie-Laure Delie','FRA','1988-01-29','Forward',123,1.72,['Montpellier','Paris Saint-Germain'],[[2011,18],[2015,18]]],
 ['Laura Georges','FRA','1984-08-20','Defender',188,1.72,['Olympique Lyonnais','Paris Saint-Germain','Bayern Munich'],[[2011,4],[2015,4]]],
 ['Élise Bussaglia','FRA','1985-09-24','Midfielder',192,1.65,['Paris Saint-Germain','VfL Wolfsburg','Dijon'],[[2011,15],[2015,15],[2019,15]]],
 ['Sonia Bompastor','FRA','1980-06-08','Midfielder',156,1.62,['Olympique Lyonnais','Washington Freedom'],[[2011,8]]],
 ['Élodie Thomis','FRA','1986-08-13','Midfielder',141,1.67,['Olympique Lyonnais'],[[2011,12],[2015,12]]],
 ['Eugénie Le Sommer','FRA','1989-05-18','Forward',200,1.61,['Olympique Lyonnais'],[[2011,9],[2015,9],[2019,9]]],
 ['Louisa Nécib','FRA','1987-01-23','Midfielder',145,1.68,['Montpellier','Olympique Lyonnais'],[[2011,14],[2015,14]]],
 ['Valérie Gauvin','FRA','1996-06-01','Forward',37,1.76,['Montpellier','Everton'],[[2019,13]]],
 ['Amandine Henry','FRA','1989-09-28','Midfielder',109,1.71,['Olympique Lyonnais','Portland Thorns'],[[2015,6],[2019,6]]],
 ['Wendie Renard','FRA','1990-07-20','Defender',168,1.87,['Olympique Lyonnais'],[[2011,2],[2015,2],[2019,3]]],
 ['Sarah Bouhaddi','FRA','1986-10-17','Goalkeeper',149,1.75,['Juvisy','Olympique Lyonnais'],[[2015,16],[2019,16]]],
 ['Marta','BRA','1986-02-19','Forward',175,1.62,['Umeå IK','Tyresö FF','FC Rosengård','Orlando Pride'],[[2011,10],[2015,10],[2019,10]]],
 ['Daiane','BRA','1983-04-21','Defender',null,1.73,null,[[2011,13]]],
 ['Thaisa','BRA','1988-12-17','Midfielder',79,1.70,['Tyresö FF','AC Milan'],[[2015,20],[2019,5]]],
 ['Formiga','BRA','1978-03-03','Midfielder',234,1.62,['São José','Paris Saint-Germain'],[[2011,8],[2015,8],[2019,8]]],
 ['Cristiane','BRA','1985-05-15','Forward',149,1.71,['Turbine Potsdam','Paris Saint-Germain','São Paulo'],[[2011,11],[2015,11],[2019,11]]],
 ['Érika','BRA','1988-02-04','Defender',89,1.72,['Santos','Paris Saint-Germain','Corinthians'],[[2011,7]]],
 ['Andréia Suntaque','BRA','1977-09-14','Goalkeeper',null,1.73,null,[[2011,1],[2015,12]]],
 ['Bárbara','BRA','1988-07-04','Goalkeeper',78,1.71,['Kindermann'],[[2011,12],[2019,1]]],
 ['Debinha','BRA','1991-10-20','Forward',139,1.58,['Avaldsnes','North Carolina Courage'],[[2015,17],[2019,9]]],
 ['Tamires','BRA','1987-10-10','Defender',150,1.61,['Fortuna Hjørring','Corinthians'],[[2015,6],[2019,6]]],
 ['Lisa Dahlkvist','SWE','1987-02-06','Midfielder',134,1.72,['Umeå IK','Örebro'],[[2011,7],[2015,7]]],
 ['Nilla Fischer','SWE','1984-08-02','Defender',194,1.76,['Linköping','VfL Wolfsburg'],[[2011,18],[2015,5],[2019,5]]],
 ['Josefine Öqvist','SWE','1983-07-23','Forward',84,1.78,['Kristianstad'],[[2011,14]]],
 ['Lotta Schelin','SWE','1984-02-27','Forward',185,1.79,['Göteborg','Olympique Lyonnais','FC Rosengård'],[[2011,8],[2015,8]]],
 ['Marie Hammarström','SWE','1982-03-29','Midfielder',null,1.71,['Örebro'],[[2011,17]]],
 ['Linda Sembrant','SWE','1987-05-15','Defender',152,1.75,['Tyresö FF','Montpellier','Juventus'],[[2011,4],[2015,4],[2019,3]]],
 ['Sofia Jakobsson','SWE','1990-04-23','Forward',155,1.74,['Umeå IK','Chelsea','Montpellier'],[[2011,15],[2015,10],[2019,10]]],
 ['Stina Blackstenius','SWE','1996-02-05','Forward',110,1.74,['Linköping','Montpellier','Arsenal'],[[2019,11]]],
 ['Kosovare Asllani','SWE','1989-07-29','Forward',186,1.66,['Linköping','Paris Saint-Germain','Manchester City'],[[2015,9],[2019,9]]],
 ['Jonna Andersson','SWE','1993-01-02','Defender',91,1.67,['Linköping','Chelsea'],[[2019,2]]],
 ['Hedvig Lindahl','SWE','1983-04-29','Goalkeeper',189,1.78,['Linköping','Chelsea','VfL Wolfsburg'],[[2011,1],[2015,1],[2019,1]]],
 ['Caroline Seger','SWE','1985-03-19','Midfielder',240,1.73,['Linköping','Paris Saint-Germain','FC Rosengård'],[[2011,5],[2015,17],[2019,17]]],
 ['Kirsten van de Ven','NED','1985-05-11','Forward',85,1.79,['Willem II','Tyresö FF'],[[2015,19]]],
 ['Lieke Martens','NED','1992-12-16','Forward',160,1.70,['Göteborg','FC Rosengård','Barcelona'],[[2015,11],[2019,11]]],
 ['Jackie Groenen','NED','1994-12-17','Midfielder',115,1.65,['FCR Duisburg','FFC Frankfurt','Manchester United'],[[2019,14]]],
 ['Vivianne Miedema','NED','1996-07-15','Forward',118,1.77,['Heerenveen','Bayern Munich','Arsenal'],[[2015,9],[2019,9]]],
 ['Sari van Veenendaal','NED','1990-04-03','Goalkeeper',91,1.77,['Twente','Arsenal','Atlético Madrid'],[[2015,16],[2019,1]]],
 ['Daniëlle van de Donk','NED','1991-08-05','Midfielder',156,1.60,['Göteborg','Arsenal'],[[2015,10],[2019,10]]],
 ['Shanice van de Sanden','NED','1992-10-02','Forward',98,1.68,['Heerenveen','Liverpool','Olympique Lyonnais'],[[2015,21],[2019,7]]],
 ['Manon Melis','NED','1986-08-31','Forward',136,1.66,['Göteborg','Seattle Reign'],[[2015,7]]],
 ['Sherida Spitse','NED','1990-05-29','Midfielder',230,1.67,['Heerenveen','Twente','Vålerenga'],[[2015,8],[2019,8]]],
 ['Stefanie van der Gragt','NED','1992-08-16','Defender',107,1.78,['Ajax','Barcelona'],[[2015,3],[2019,3]]]
] AS r
MATCH (t:Team {code:r[1]})
CREATE (p:Person {id:'P-' + r[1] + '-' + replace(r[0],' ','_'), name:r[0], dob:date(r[2]), position:r[3], height:r[5]})-[:REPRESENTS]->(t)
SET p.caps = r[4], p.clubs = r[6]
WITH p, r UNWIND r[7] AS q
MATCH (s:Squad {id: toString(q[0]) + '-' + r[1]})
CREATE (p)-[:IN_SQUAD {number:q[1], captain:false}]->(s);
UNWIND [['Abby Wambach',2011],['Carli Lloyd',2015],['Megan Rapinoe',2019],['Nadine Angerer',2011],['Nadine Angerer',2015],['Alexandra Popp',2019],['Homare Sawa',2011],['Aya Miyama',2015],
 ['Saki Kumagai',2019],['Kelly Smith',2011],['Steph Houghton',2015],['Steph Houghton',2019],['Sonia Bompastor',2011],['Wendie Renard',2015],['Amandine Henry',2019],['Marta',2011],['Marta',2015],
 ['Marta',2019],['Nilla Fischer',2011],['Caroline Seger',2015],['Caroline Seger',2019],['Manon Melis',2015],['Sari van Veenendaal',2019]] AS c
MATCH (:Person {name:c[0]})-[i:IN_SQUAD]->(:Squad)-[:FOR]->(:Tournament {year:c[1]})
SET i.captain = true;
// coaches: name, born, squads
UNWIND [
 ['Pia Sundhage','1960-02-13',['2011-USA','2015-SWE']],
 ['Silvia Neid','1964-05-02',['2011-GER','2015-GER']],
 ['Norio Sasaki','1958-05-24',['2011-JPN','2015-JPN']],
 ['Hope Powell','1966-12-08',['2011-ENG']],
 ['Bruno Bini','1954-10-01',['2011-FRA']],
 ['Kleiton Lima',null,['2011-BRA']],
 ['Thomas Dennerby','1959-08-13',['2011-SWE']],
 ['Jill Ellis','1966-09-06',['2015-USA','2019-USA']],
 ['Mark Sampson','1982-10-18',['2015-ENG']],
 ['Philippe Bergeroo','1954-01-13',['2015-FRA']],
 ['Vadão','1956-08-21',['2015-BRA','2019-BRA']],
 ['Roger Reijners',null,['2015-NED']],
 ['Martina Voss-Tecklenburg','1967-12-22',['2019-GER']],
 ['Asako Takakura','1968-04-19',['2019-JPN']],
 ['Phil Neville','1977-01-21',['2019-ENG']],
 ['Corinne Diacre','1974-08-04',['2019-FRA']],
 ['Peter Gerhardsson','1959-08-22',['2019-SWE']],
 ['Sarina Wiegman','1969-10-26',['2019-NED']]
] AS r
CREATE (p:Person {id:'C-' + replace(r[0],' ','_'), name:r[0]})
SET p.dob = CASE WHEN r[1] IS NULL THEN null ELSE date(r[1]) END
WITH p, r UNWIND r[2] AS q
MATCH (s:Squad {id:q})
CREATE (p)-[:COACH_FOR]->(s);
// matches: id, date, stage, stadium, city, attendance, extra time, referee, team, score, team, score, shoot-out
UNWIND [
 ['M1101','2011-07-05','Group','Borussia-Park','Mönchengladbach',45867,false,'Kirsi Heikkinen','GER',4,'FRA',2,null,null],
 ['M1102','2011-07-05','Group','Impuls Arena','Augsburg',20777,false,'Carol Anne Chenard','ENG',2,'JPN',0,null,null],
 ['M1103','2011-07-06','Group','Arena im Allerpark','Wolfsburg',23468,false,'Etsuko Fukano','SWE',2,'USA',1,null,null],
 ['M1104','2011-07-09','Quarter-final','BayArena','Leverkusen',26395,true,'Jenny Palmqvist','ENG',1,'FRA',1,3,4],
 ['M1105','2011-07-09','Quarter-final','Arena im Allerpark','Wolfsburg',26067,true,'Quetzalli Alvarado','GER',0,'JPN',1,null,null],
 ['M1106','2011-07-10','Quarter-final','Glücksgas-Stadion','Dresden',25598,true,'Jacqui Melksham','BRA',2,'USA',2,3,5],
 ['M1107','2011-07-13','Semi-final','Borussia-Park','Mönchengladbach',25676,false,'Kirsi Heikkinen','FRA',1,'USA',3,null,null],
 ['M1108','2011-07-13','Semi-final','Commerzbank-Arena','Frankfurt',45434,false,'Carol Anne Chenard','JPN',3,'SWE',1,null,null],
 ['M1109','2011-07-16','Third place','Rhein-Neckar-Arena','Sinsheim',25475,false,null,'SWE',2,'FRA',1,null,null],
 ['M1110','2011-07-17','Final','Commerzbank-Arena','Frankfurt',48817,true,'Bibiana Steinhaus','JPN',2,'USA',2,3,1],
 ['M1501','2015-06-09','Group','Moncton Stadium','Moncton',11686,false,null,'FRA',1,'ENG',0,null,null],
 ['M1502','2015-06-12','Group','Winnipeg Stadium','Winnipeg',32716,false,'Sachiko Yamagishi','USA',0,'SWE',0,null,null],
 ['M1503','2015-06-20','Round of 16','Lansdowne Stadium','Ottawa',22486,false,'Ri Hyang-ok','GER',4,'SWE',1,null,null],
 ['M1504','2015-06-23','Round of 16','BC Place','Vancouver',28717,false,'Lucila Venegas','JPN',2,'NED',1,null,null],
 ['M1505','2015-06-26','Quarter-final','Olympic Stadium','Montreal',24859,true,'Carol Anne Chenard','GER',1,'FRA',1,5,4],
 ['M1506','2015-06-30','Semi-final','Olympic Stadium','Montreal',51176,false,'Teodora Albon','USA',2,'GER',0,null,null],
 ['M1507','2015-07-01','Semi-final','Commonwealth Stadium','Edmonton',31467,false,'Anna-Marie Keighley','JPN',2,'ENG',1,null,null],
 ['M1508','2015-07-04','Third place','Commonwealth Stadium','Edmonton',21483,true,'Ri Hyang-ok','GER',0,'ENG',1,null,null],
 ['M1509','2015-07-05','Final','BC Place','Vancouver',53341,false,'Kateryna Monzul','USA',5,'JPN',2,null,null],
 ['M1901','2019-06-19','Group','Stade de Nice','Nice',14319,false,'Claudia Umpiérrez','JPN',0,'ENG',2,null,null],
 ['M1902','2019-06-20','Group','Stade Océane','Le Havre',22418,false,'Anastasia Pustovoitova','SWE',0,'USA',2,null,null],
 ['M1903','2019-06-23','Round of 16','Stade Océane','Le Havre',23965,true,'Marie-Soleil Beaudoin','FRA',2,'BRA',1,null,null],
 ['M1904','2019-06-25','Round of 16','Roazhon Park','Rennes',21076,false,'Melissa Borjas','NED',2,'JPN',1,null,null],
 ['M1905','2019-06-28','Quarter-final','Parc des Princes','Paris',45595,false,'Kateryna Monzul','FRA',1,'USA',2,null,null],
 ['M1906','2019-06-29','Quarter-final','Roazhon Park','Rennes',25301,false,'Stéphanie Frappart','GER',1,'SWE',2,null,null],
 ['M1907','2019-07-02','Semi-final','Stade de Lyon','Lyon',53512,false,'Edina Alves','ENG',1,'USA',2,null,null],
 ['M1908','2019-07-03','Semi-final','Stade de Lyon','Lyon',48452,true,'Marie-Soleil Beaudoin','NED',1,'SWE',0,null,null],
 ['M1909','2019-07-06','Third place','Stade de Nice','Nice',20316,false,'Anastasia Pustovoitova','ENG',1,'SWE',2,null,null],
 ['M1910','2019-07-07','Final','Stade de Lyon','Lyon',57900,false,'Stéphanie Frappart','USA',2,'NED',0,null,null]
] AS r
MATCH (a:Team {code:r[8]}), (b:Team {code:r[10]}), (w:Tournament {year: date(r[1]).year})
CREATE (m:Match {id:r[0], date:date(r[1]), stage:r[2], stadium:r[3], city:r[4], attendance:r[5], extraTime:r[6]})-[:IN_TOURNAMENT]->(w)
SET m.referee = r[7]
CREATE (a)-[x:PLAYED_IN {score:r[9]}]->(m)
CREATE (b)-[y:PLAYED_IN {score:r[11]}]->(m)
SET x.penaltyScore = r[12], y.penaltyScore = r[13];
UNWIND [
 ['M1101','Kerstin Garefrekes',25,'goal'],['M1101','Inka Grings',32,'goal'],['M1101','Inka Grings',68,'penalty'],['M1101','Célia Šašić',89,'goal'],['M1101','Marie-Laure Delie',56,'goal'],['M1101','Laura Georges',72,'goal'],
 ['M1102','Ellen White',15,'goal'],['M1102','Rachel Yankey',66,'goal'],
 ['M1103','Lisa Dahlkvist',16,'penalty'],['M1103','Amy LePeilbet',35,'own goal'],['M1103','Abby Wambach',67,'goal'],
 ['M1104','Jill Scott',59,'goal'],['M1104','Élise Bussaglia',88,'goal'],
 ['M1105','Karina Maruyama',108,'goal'],
 ['M1106','Daiane',2,'own goal'],['M1106','Marta',68,'penalty'],['M1106','Marta',92,'goal'],['M1106','Abby Wambach',120,'goal'],
 ['M1107','Lauren Holiday',9,'goal'],['M1107','Sonia Bompastor',55,'goal'],['M1107','Abby Wambach',79,'goal'],['M1107','Alex Morgan',82,'goal'],
 ['M1108','Josefine Öqvist',10,'goal'],['M1108','Nahomi Kawasumi',19,'goal'],['M1108','Homare Sawa',60,'goal'],['M1108','Nahomi Kawasumi',64,'goal'],
 ['M1109','Lotta Schelin',29,'goal'],['M1109','Élodie Thomis',56,'goal'],['M1109','Marie Hammarström',82,'goal'],
 ['M1110','Alex Morgan',69,'goal'],['M1110','Aya Miyama',81,'goal'],['M1110','Abby Wambach',104,'goal'],['M1110','Homare Sawa',117,'goal'],
 ['M1501','Eugénie Le Sommer',29,'goal'],
 ['M1503','Anja Mittag',24,'goal'],['M1503','Célia Šašić',36,'penalty'],['M1503','Célia Šašić',78,'goal'],['M1503','Linda Sembrant',82,'goal'],['M1503','Dzsenifer Marozsán',88,'goal'],
 ['M1504','Saori Ariyoshi',10,'goal'],['M1504','Mizuho Sakaguchi',78,'goal'],['M1504','Kirsten van de Ven',90,'goal'],
 ['M1505','Louisa Nécib',64,'goal'],['M1505','Célia Šašić',84,'penalty'],
 ['M1506','Carli Lloyd',69,'penalty'],['M1506','Kelley O\'Hara',84,'goal'],
 ['M1507','Aya Miyama',33,'penalty'],['M1507','Fara Williams',40,'penalty'],['M1507','Laura Bassett',90,'own goal'],
 ['M1508','Fara Williams',108,'penalty'],
 ['M1509','Carli Lloyd',3,'goal'],['M1509','Carli Lloyd',5,'goal'],['M1509','Lauren Holiday',14,'goal'],['M1509','Carli Lloyd',16,'goal'],['M1509','Yuki Ogimi',27,'goal'],['M1509','Julie Johnston',52,'own goal'],['M1509','Tobin Heath',54,'goal'],
 ['M1901','Ellen White',14,'goal'],['M1901','Ellen White',84,'goal'],
 ['M1902','Lindsey Horan',3,'goal'],['M1902','Jonna Andersson',50,'own goal'],
 ['M1903','Valérie Gauvin',52,'goal'],['M1903','Thaisa',63,'goal'],['M1903','Amandine Henry',107,'goal'],
 ['M1904','Lieke Martens',17,'goal'],['M1904','Yui Hasegawa',43,'goal'],['M1904','Lieke Martens',90,'penalty'],
 ['M1905','Megan Rapinoe',5,'penalty'],['M1905','Megan Rapinoe',65,'goal'],['M1905','Wendie Renard',81,'goal'],
 ['M1906','Lina Magull',16,'goal'],['M1906','Sofia Jakobsson',22,'goal'],['M1906','Stina Blackstenius',48,'goal'],
 ['M1907','Christen Press',10,'goal'],['M1907','Ellen White',19,'goal'],['M1907','Alex Morgan',31,'goal'],
 ['M1908','Jackie Groenen',99,'goal'],
 ['M1909','Kosovare Asllani',11,'goal'],['M1909','Sofia Jakobsson',22,'goal'],['M1909','Fran Kirby',31,'goal'],
 ['M1910','Megan Rapinoe',61,'penalty'],['M1910','Rose Lavelle',69,'goal']
] AS g
MATCH (m:Match {id:g[0]}), (p:Person {name:g[1]})
CREATE (p)-[:SCORED_GOAL {minute:g[2], type:g[3]}]->(m);
