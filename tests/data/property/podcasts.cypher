// podcasts: the graph behind a podcast web app, as its developers seed it for staging. Labels PascalCase singular, relationship types UPPER_SNAKE verbs, properties camelCase.
// Traps: Person is host (HOSTS) or guest (APPEARS_IN) only by relationship, some are both; User is the listener; User.country is an ISO code, Person.country a name;
// User.joinedAt is text; three shows have no network; endedOn only on finished shows; stars and monthlyUsd are missing on many relationships;
// rating (Show) against stars (LISTENED_TO); since on HOSTS is a year, on SUBSCRIBES_TO a date; Topic has a hierarchy; some episodes have no tags of their own, topics hang on shows.
UNWIND [
 {name:'Lanternlight Audio', city:'Brooklyn', country:'United States', founded:2014, website:'lanternlight.fm', staff:64},
 {name:'Kestrel Media', city:'London', country:'United Kingdom', founded:2011, website:'kestrelmedia.co.uk', staff:120},
 {name:'Northbound Sound', city:'Toronto', country:'Canada', founded:2016, website:'northbound.ca', staff:31},
 {name:'Pomelo Studios', city:'Los Angeles', country:'United States', founded:2018, website:'pomelo.studio', staff:47},
 {name:'Halyard Radio Collective', city:'Dublin', country:'Ireland', founded:2009, staff:18},
 {name:'Casa Onda', city:'Mexico City', country:'Mexico', founded:2019, website:'casaonda.mx', staff:22}
] AS r CREATE (n:Network) SET n = r;
UNWIND [
 {id:1, title:'Salt & Circuit', slug:'salt-and-circuit', language:'English', launchedOn:date('2019-03-04'), explicit:false, rating:4.6, format:'interview', schedule:'weekly', active:true},
 {id:2, title:'The Quiet Ledger', slug:'quiet-ledger', language:'English', launchedOn:date('2020-01-13'), explicit:false, rating:4.3, format:'solo', schedule:'weekly', active:true},
 {id:3, title:'Bones of the City', slug:'bones-of-the-city', language:'English', launchedOn:date('2017-09-19'), explicit:false, rating:4.8, format:'narrative', schedule:'biweekly', active:true},
 {id:4, title:'Second Breakfast Club', slug:'second-breakfast', language:'English', launchedOn:date('2021-05-02'), explicit:false, rating:4.1, format:'panel', schedule:'weekly', active:true},
 {id:5, title:'Cold Harbor Files', slug:'cold-harbor', language:'English', launchedOn:date('2018-10-31'), explicit:true, rating:4.7, format:'narrative', schedule:'biweekly', active:true},
 {id:6, title:'Tidewater Stories', slug:'tidewater', language:'English', launchedOn:date('2020-06-08'), explicit:false, rating:4.4, format:'narrative', schedule:'monthly', active:false, endedOn:date('2024-02-12')},
 {id:7, title:'Founders After Dark', slug:'founders-after-dark', language:'English', launchedOn:date('2019-11-20'), explicit:true, rating:3.9, format:'interview', schedule:'weekly', active:true},
 {id:8, title:'Miso Curious', slug:'miso-curious', language:'English', launchedOn:date('2022-02-22'), explicit:false, rating:4.5, format:'interview', schedule:'biweekly', active:true},
 {id:9, title:'Offside Theory', slug:'offside-theory', language:'English', launchedOn:date('2016-08-12'), explicit:true, rating:4.0, format:'panel', schedule:'weekly', active:true},
 {id:10, title:'Cuentos de Medianoche', slug:'cuentos-medianoche', language:'Spanish', launchedOn:date('2021-10-01'), explicit:true, rating:4.9, format:'fiction', schedule:'monthly', active:true},
 {id:11, title:'Gut Feelings', slug:'gut-feelings', language:'English', launchedOn:date('2020-09-14'), explicit:false, rating:3.7, format:'interview', schedule:'weekly', active:true},
 {id:12, title:'The Long Commute', slug:'long-commute', language:'English', launchedOn:date('2018-04-16'), explicit:false, rating:4.2, format:'panel', schedule:'biweekly', active:true},
 {id:13, title:'Parsec Post', slug:'parsec-post', language:'English', launchedOn:date('2019-07-20'), explicit:false, rating:4.65, format:'interview', schedule:'weekly', active:true},
 {id:14, title:'Loud Margins', slug:'loud-margins', language:'English', launchedOn:date('2022-11-07'), explicit:true, rating:3.8, format:'panel', schedule:'monthly', active:true},
 {id:15, title:'Dead Reckoning', slug:'dead-reckoning', language:'English', launchedOn:date('2017-02-03'), explicit:false, rating:4.55, format:'narrative', schedule:'biweekly', active:false, endedOn:date('2023-12-15')},
 {id:16, title:'Sweat Equity', slug:'sweat-equity', language:'English', launchedOn:date('2021-01-11'), explicit:false, rating:3.5, format:'solo', schedule:'weekly', active:true},
 {id:17, title:'Kindling', slug:'kindling', language:'English', launchedOn:date('2023-03-01'), explicit:false, rating:4.25, format:'solo', schedule:'biweekly', active:true},
 {id:18, title:'Radio Nopal', slug:'radio-nopal', language:'Spanish', launchedOn:date('2020-05-05'), explicit:false, rating:4.35, format:'interview', schedule:'weekly', active:true}
] AS r CREATE (n:Show) SET n = r;
UNWIND [
 [1,1,'The Chip That Ate Taiwan','2023-01-16',52,48200],[1,2,'Passwords Are Dead Again','2023-05-08',47,39100],[1,3,'Repair Shops vs the World','2023-11-20',61,55400],[1,4,'Small Models, Big Mouths','2024-03-11',58,71800],
 [2,1,'Index Funds for Anxious People','2023-02-06',28,21500],[2,2,'Renting Forever','2023-09-18',31,26700],[2,3,'The Pension Nobody Claimed','2024-01-29',34,19900],
 [3,1,'Under the Meat Market','2023-01-31',44,66300],[3,2,'The Canal They Paved','2023-04-25',49,58700],[3,3,'Tenement Ghosts','2023-10-10',53,81200],[3,4,'A Bridge Named Twice','2024-02-20',46,60500],
 [4,1,'Who Invented Brunch','2023-03-12',39,12800],[4,2,'The Marmalade Feud','2023-07-16',42,14100],[4,3,'Sourdough Regrets','2024-01-14',36,11700],
 [5,1,'The Lighthouse Keeper','2023-01-25',67,90300],[5,2,'Two Keys, One Door','2023-05-17',72,97400],[5,3,'The Missing Ferry Log','2023-08-30',64,88800],[5,4,'What the Dentist Knew','2024-04-03',75,103600],
 [6,1,'Oyster Beds','2023-06-05',38,9400],[6,2,'The Marsh Comes Back','2023-12-04',41,10200],[6,3,'Last Low Tide','2024-02-12',55,15800],
 [7,1,'Burn Rate Confessions','2023-03-22',66,33700],[7,2,'Selling to Your Rival','2023-08-09',59,29500],[7,3,'The Cofounder Divorce','2023-10-25',70,46900],[7,4,'Bootstrapped in Bergen','2024-05-15',63,27300],
 [8,1,'Koji Basics','2023-02-14',33,8700],[8,2,'A Ramen Broker in Osaka','2023-06-27',37,10900],[8,3,'Kimchi Diplomacy','2024-03-05',40,13300],
 [9,1,'The January Window','2023-01-27',81,41800],[9,2,'Why Goalkeepers Talk','2023-04-14',77,37200],[9,3,'VAR on Trial','2023-09-01',85,52600],[9,4,'Relegation Economics','2024-05-24',79,35500],
 [10,1,'La Casa sin Puertas','2023-03-31',29,31200],[10,2,'El Tren de las Tres','2023-10-31',32,44500],[10,3,'La Última Cena de Inés','2024-04-30',35,38600],
 [11,1,'Sleep Debt','2023-05-01',45,18300],[11,2,'The Vagus Nerve Hype','2023-07-24',48,22900],[11,3,'Migraine Diaries','2024-02-05',43,17600],
 [12,1,'Ghost Stations','2023-02-20',54,24100],[12,2,'The Bus Lane Wars','2023-06-12',57,20600],[12,3,'Parking Minimums, Explained','2023-11-13',51,23200],[12,4,'Night Trains Return','2024-04-22',60,30800],
 [13,1,'Moon Dust Is Sharp','2023-01-20',50,43600],[13,2,'The Telescope Farm','2023-07-21',56,49200],[13,3,'Who Owns an Asteroid','2023-12-08',62,53900],[13,4,'Weather on Titan','2024-03-22',48,47100],
 [14,1,'Unfinished Novels','2023-01-09',73,6300],[14,2,'The Blurb Industry','2023-09-04',69,7100],[14,3,'Translators Strike Back','2024-05-06',76,8200],
 [15,1,'The Wreck of the Adela','2023-02-17',46,34800],[15,2,'Mutiny by Mail','2023-06-16',44,32900],[15,3,'Landfall','2023-12-15',65,57300],
 [16,1,'Gym Contracts','2023-04-03',26,9900],[16,2,'Marathon on a Budget','2024-01-08',27,12100],
 [17,1,'The Toddler Negotiator','2023-03-01',24,7600],[17,2,'Screens, Again','2023-08-16',25,9100],[17,3,'Grandparents Inc.','2024-02-28',30,8400],
 [18,1,'Mercados de Oaxaca','2023-05-05',49,28800],[18,2,'Lucha y Memoria','2023-09-15',52,33300],[18,3,'La Ruta del Mezcal','2024-01-26',55,36400]
] AS r WITH collect(r) AS rs UNWIND range(0, size(rs)-1) AS i WITH i, rs[i] AS r
MATCH (s:Show {id:r[0]}) CREATE (s)-[:HAS_EPISODE]->(:Episode {id:i+1, episodeNumber:r[1], title:r[2], publishedOn:date(r[3]), durationMinutes:r[4], plays:r[5], transcript:(i % 3 <> 1)});
MATCH (e:Episode) WHERE e.title IN ['Last Low Tide','Landfall','Small Models, Big Mouths','Koji Basics','Grandparents Inc.'] SET e.bonus = true;
UNWIND [
 {name:'Maren Oduya', country:'United States', born:1984, languages:['English','Yoruba'], bio:'Hardware reporter turned host.'},
 {name:'Felix Tarrant', country:'United Kingdom', born:1979, languages:['English']},
 {name:'Priscilla Nkemelu', country:'United States', born:1990, languages:['English','Igbo'], bio:'Former pension adviser.'},
 {name:'Declan Marsh', country:'Ireland', born:1972, languages:['English','Irish'], bio:'Archivist and walker of old streets.'},
 {name:'Yuki Hasegawa', country:'Japan', born:1988, languages:['Japanese','English']},
 {name:'Imogen Falk', country:'United Kingdom', born:1986, languages:['English','German'], bio:'Cook, critic, crumpet loyalist.'},
 {name:'Theo Brandvold', country:'Norway', born:1991, languages:['Norwegian','English']},
 {name:'Carla Espinoza', country:'Mexico', born:1983, languages:['Spanish','English'], bio:'Writes horror for the radio.'},
 {name:'Bashir Qadri', country:'Canada', born:1977, languages:['English','Urdu','French']},
 {name:'Lottie Venn', country:'United Kingdom', born:1994, languages:['English']},
 {name:'Gus Pellerin', country:'Canada', born:1969, languages:['French','English'], bio:'Marine biologist.'},
 {name:'Noor Haddad', country:'United States', born:1992, languages:['English','Arabic']},
 {name:'Samir Kolle', country:'France', born:1981, languages:['French','English']},
 {name:'Agnes Whitlow', country:'United Kingdom', born:1965, languages:['English'], bio:'Planetary scientist.'},
 {name:'Rafael Montaño', country:'Mexico', born:1975, languages:['Spanish']},
 {name:'Bridget Sealy', country:'Ireland', born:1989, languages:['English']},
 {name:'Oskar Lindqvist', country:'Sweden', born:1980, languages:['Swedish','English','German']},
 {name:'Tamsin Roe', country:'Australia', born:1987, languages:['English']},
 {name:'Dr. Hollis Greer', country:'United States', born:1970, languages:['English'], bio:'Sleep researcher.'},
 {name:'Amara Diallo', country:'France', born:1995, languages:['French','English','Wolof']},
 {name:'Pieter van Houten', country:'Netherlands', born:1968, languages:['Dutch','English']},
 {name:'Rosalind Achterberg', country:'Netherlands', born:1982, languages:['Dutch','English','Spanish']},
 {name:'Jonah Pike', country:'United States', born:1978, languages:['English']},
 {name:'Mei-Lin Chou', country:'Taiwan', born:1985, languages:['Mandarin','English'], bio:'Semiconductor analyst.'},
 {name:'Eduardo Salvatierra', country:'Spain', born:1974, languages:['Spanish','English']},
 {name:'Kwabena Asare', country:'Ghana', born:1993, languages:['English','Twi']},
 {name:'Hana Sobotka', country:'Czechia', born:1997, languages:['Czech','English']},
 {name:'Wendell Crane', country:'United States', born:1959, languages:['English'], bio:'Retired detective.'},
 {name:'Ines Beaumont', country:'Canada', languages:['French','English']},
 {name:'Lucas Ferreira', country:'Brazil', languages:['Portuguese','English']}
] AS r CREATE (n:Person) SET n = r;
UNWIND [
 {id:1,displayName:'jessamy_k',country:'US',plan:'premium',joinedAt:'2019-02-11',age:34},{id:2,displayName:'marcoV',country:'IT',plan:'free',joinedAt:'2020-07-03',age:27},
 {id:3,displayName:'tilda.ro',country:'SE',plan:'premium',joinedAt:'2018-11-29',age:41},{id:4,displayName:'obrien77',country:'IE',plan:'family',joinedAt:'2021-03-17',age:46},
 {id:5,displayName:'nadiaw',country:'GB',plan:'free',joinedAt:'2022-01-05',age:22},{id:6,displayName:'hectorpm',country:'MX',plan:'premium',joinedAt:'2020-10-12',age:38},
 {id:7,displayName:'grumpycat_ed',country:'US',plan:'free',joinedAt:'2019-06-24'},{id:8,displayName:'lena.b',country:'DE',plan:'premium',joinedAt:'2021-08-30',age:31},
 {id:9,displayName:'pauloh',country:'BR',plan:'free',joinedAt:'2022-05-19',age:25},{id:10,displayName:'sunniva',country:'NO',plan:'family',joinedAt:'2018-04-02',age:52},
 {id:11,displayName:'kt_walsh',country:'GB',plan:'premium',joinedAt:'2020-02-14',age:29},{id:12,displayName:'dmitri.s',country:'CA',plan:'free',joinedAt:'2021-12-01',age:44},
 {id:13,displayName:'abena_a',country:'GH',plan:'premium',joinedAt:'2022-03-08',age:26},{id:14,displayName:'wrenbird',country:'US',plan:'premium',joinedAt:'2018-09-21',age:37},
 {id:15,displayName:'old_salt',country:'US',plan:'free',joinedAt:'2019-01-15',age:67},{id:16,displayName:'chiara.m',country:'IT',plan:'family',joinedAt:'2021-06-06',age:39},
 {id:17,displayName:'fergus_t',country:'GB',plan:'free',joinedAt:'2022-09-27',age:19},{id:18,displayName:'yolanda.r',country:'MX',plan:'premium',joinedAt:'2020-05-30',age:33},
 {id:19,displayName:'bramvdb',country:'NL',plan:'free',joinedAt:'2021-02-02'},{id:20,displayName:'sasha_q',country:'CA',plan:'premium',joinedAt:'2019-10-10',age:30},
 {id:21,displayName:'mrs_pike',country:'US',plan:'family',joinedAt:'2020-12-25',age:58},{id:22,displayName:'tomasz.g',country:'PL',plan:'free',joinedAt:'2022-07-14',age:28},
 {id:23,displayName:'ritu.k',country:'IN',plan:'premium',joinedAt:'2021-04-20',age:35},{id:24,displayName:'bluebottle',country:'AU',plan:'free',joinedAt:'2019-08-08',age:45},
 {id:25,displayName:'anselm',country:'DE',plan:'free',joinedAt:'2022-10-31',age:23},{id:26,displayName:'gracie_lou',country:'US',plan:'premium',joinedAt:'2018-12-12',age:49},
 {id:27,displayName:'diego.fz',country:'ES',plan:'free',joinedAt:'2020-03-19',age:32},{id:28,displayName:'quietmike',country:'GB',plan:'premium',joinedAt:'2021-09-09'},
 {id:29,displayName:'ayumi_t',country:'JP',plan:'premium',joinedAt:'2022-04-04',age:24},{id:30,displayName:'stellan',country:'SE',plan:'free',joinedAt:'2019-05-17',age:61}
] AS r CREATE (n:User) SET n = r;
UNWIND [['Technology',null],['Artificial Intelligence','Technology'],['Cybersecurity','Technology'],['Business',null],['Personal Finance','Business'],['Startups','Business'],['History',null],['Maritime History','History'],['Urban History','History'],['Food',null],['True Crime',null],['Science',null],['Space','Science'],['Environment','Science'],['Health',null],['Sport',null],['Fiction',null],['Society',null],['Cities & Transport','Society'],['Parenting','Society']] AS r
CREATE (:Topic {name:r[0]}) WITH r WHERE r[1] IS NOT NULL MATCH (a:Topic {name:r[0]}), (b:Topic {name:r[1]}) CREATE (a)-[:SUBTOPIC_OF]->(b);
UNWIND [
 {name:'Brightwell Mattress', industry:'Home goods', budgetUsd:180000.0},{name:'Forkful Meal Kits', industry:'Food delivery', budgetUsd:240000.0},{name:'Tallybook', industry:'Fintech', budgetUsd:310000.0},
 {name:'NimbusHost', industry:'Web hosting', budgetUsd:150000.0},{name:'Corvid VPN', industry:'Security software', budgetUsd:275000.0},{name:'Greenhollow Tea', industry:'Beverages', budgetUsd:60000.0},
 {name:'Pedalo Bikes', industry:'Cycling', budgetUsd:95000.0},{name:'Inkwell Audiobooks', industry:'Publishing', budgetUsd:205000.0},{name:'StriveFit', industry:'Fitness', budgetUsd:120000.0},{name:'Banco Luz', industry:'Fintech'}
] AS r CREATE (n:Sponsor) SET n = r;
UNWIND [['Lanternlight Audio',1,2019],['Lanternlight Audio',3,2018],['Lanternlight Audio',5,2018],['Lanternlight Audio',13,2021],['Kestrel Media',4,2021],['Kestrel Media',9,2016],['Kestrel Media',12,2020],['Kestrel Media',2,2022],['Northbound Sound',6,2020],['Northbound Sound',15,2017],['Pomelo Studios',7,2019],['Pomelo Studios',11,2020],['Pomelo Studios',16,2021],['Casa Onda',10,2021],['Casa Onda',18,2020]] AS r
MATCH (n:Network {name:r[0]}), (s:Show {id:r[1]}) CREATE (n)-[:PUBLISHES {since:r[2]}]->(s);
UNWIND [['Maren Oduya',1,2019,'lead'],['Felix Tarrant',1,2021,'co-host'],['Priscilla Nkemelu',2,2020,'lead'],['Declan Marsh',3,2017,'lead'],['Imogen Falk',4,2021,'lead'],['Felix Tarrant',4,2021,'co-host'],['Lottie Venn',4,2022,'co-host'],['Noor Haddad',5,2018,'lead'],['Gus Pellerin',6,2020,'lead'],['Jonah Pike',7,2019,'lead'],['Theo Brandvold',7,2020,'co-host'],['Yuki Hasegawa',8,2022,'lead'],['Lottie Venn',9,2018,'co-host'],['Kwabena Asare',9,2016,'lead'],['Bridget Sealy',9,2020,'co-host'],['Carla Espinoza',10,2021,'lead'],['Tamsin Roe',11,2020,'lead'],['Bashir Qadri',12,2018,'lead'],['Amara Diallo',12,2020,'co-host'],['Agnes Whitlow',13,2019,'lead'],['Maren Oduya',13,2022,'co-host'],['Hana Sobotka',14,2022,'lead'],['Samir Kolle',14,2023,'co-host'],['Gus Pellerin',15,2017,'lead'],['Jonah Pike',16,2021,'lead'],['Bridget Sealy',17,2023,'lead'],['Rafael Montaño',18,2020,'lead'],['Carla Espinoza',18,2022,'co-host']] AS r
MATCH (p:Person {name:r[0]}), (s:Show {id:r[1]}) CREATE (p)-[:HOSTS {since:r[2], role:r[3]}]->(s);
UNWIND [['Mei-Lin Chou',1,900],['Rosalind Achterberg',2,450],['Oskar Lindqvist',3,null],['Mei-Lin Chou',4,1100],['Lucas Ferreira',4,600],['Pieter van Houten',6,null],['Priscilla Nkemelu',23,500],['Oskar Lindqvist',25,400],['Theo Brandvold',6,null],['Wendell Crane',15,1500],['Wendell Crane',16,1500],['Ines Beaumont',17,300],['Wendell Crane',18,1800],['Pieter van Houten',9,350],['Amara Diallo',10,null],['Eduardo Salvatierra',12,250],['Yuki Hasegawa',13,200],['Imogen Falk',26,null],['Eduardo Salvatierra',28,300],['Imogen Falk',28,null],['Ines Beaumont',19,null],['Ines Beaumont',20,275],['Lucas Ferreira',22,700],['Maren Oduya',24,650],['Rosalind Achterberg',30,500],['Lucas Ferreira',31,800],['Eduardo Salvatierra',32,750],['Eduardo Salvatierra',33,400],['Rafael Montaño',34,350],['Dr. Hollis Greer',36,1200],['Dr. Hollis Greer',38,1250],['Tamsin Roe',54,null],['Pieter van Houten',40,375],['Declan Marsh',39,null],['Oskar Lindqvist',42,425],['Dr. Hollis Greer',43,550],['Rosalind Achterberg',44,475],['Agnes Whitlow',4,null],['Mei-Lin Chou',45,1000],['Samir Kolle',46,null],['Rosalind Achterberg',49,325],['Carla Espinoza',47,275],['Declan Marsh',50,null],['Gus Pellerin',44,null],['Pieter van Houten',51,360],['Dr. Hollis Greer',55,800],['Rosalind Achterberg',58,310],['Eduardo Salvatierra',60,290],['Eduardo Salvatierra',52,310]] AS r
MATCH (p:Person {name:r[0]}), (e:Episode {id:r[1]}) CREATE (p)-[a:APPEARS_IN]->(e) SET a.feeUsd = r[2], a.remote = (e.id % 2 = 0);
UNWIND [[1,'Technology'],[1,'Artificial Intelligence'],[1,'Cybersecurity'],[2,'Personal Finance'],[3,'Urban History'],[3,'Cities & Transport'],[4,'Food'],[4,'History'],[5,'True Crime'],[6,'Environment'],[6,'Maritime History'],[7,'Startups'],[7,'Technology'],[8,'Food'],[9,'Sport'],[9,'Business'],[10,'Fiction'],[11,'Health'],[11,'Science'],[12,'Cities & Transport'],[12,'Environment'],[13,'Space'],[13,'Technology'],[14,'Fiction'],[14,'Society'],[15,'Maritime History'],[15,'True Crime'],[16,'Health'],[16,'Personal Finance'],[17,'Parenting'],[18,'Food'],[18,'Society']] AS r
MATCH (s:Show {id:r[0]}), (t:Topic {name:r[1]}) CREATE (s)-[:COVERS]->(t);
UNWIND [['Brightwell Mattress',5,22000.0,'mid-roll','2023-01-01','2023-12-31'],['Brightwell Mattress',11,8500.0,'pre-roll','2023-05-01','2024-04-30'],['Brightwell Mattress',17,3200.0,'pre-roll','2023-06-01','2024-01-31'],['Forkful Meal Kits',4,9000.0,'mid-roll','2023-03-01','2024-02-29'],['Forkful Meal Kits',8,4200.0,'mid-roll','2023-02-01','2023-10-31'],['Forkful Meal Kits',5,18500.0,'pre-roll','2023-09-01','2024-06-30'],['Forkful Meal Kits',17,2900.0,'mid-roll','2024-01-01',null],['Tallybook',2,12500.0,'mid-roll','2023-01-15','2024-01-14'],['Tallybook',7,15000.0,'pre-roll','2023-04-01','2024-03-31'],['Tallybook',16,4800.0,'post-roll','2023-04-01',null],['NimbusHost',1,14000.0,'pre-roll','2023-02-01','2023-12-31'],['NimbusHost',7,11000.0,'mid-roll','2023-07-01',null],['NimbusHost',13,9800.0,'post-roll','2024-01-01','2024-12-31'],['Corvid VPN',1,19500.0,'mid-roll','2023-05-01',null],['Corvid VPN',5,24500.0,'mid-roll','2024-01-01',null],['Corvid VPN',9,17200.0,'pre-roll','2023-08-01','2024-05-31'],['Greenhollow Tea',4,3600.0,'pre-roll','2023-07-01','2024-06-30'],['Greenhollow Tea',14,1500.0,'mid-roll','2023-09-01','2024-03-31'],['Greenhollow Tea',3,6400.0,'post-roll','2023-10-01','2024-03-31'],['Pedalo Bikes',12,7700.0,'mid-roll','2023-04-01','2024-09-30'],['Inkwell Audiobooks',3,16800.0,'mid-roll','2023-01-01','2023-12-31'],['Inkwell Audiobooks',14,2600.0,'pre-roll','2023-01-01','2023-12-31'],['Inkwell Audiobooks',15,8900.0,'mid-roll','2023-02-01','2023-12-15'],['Inkwell Audiobooks',13,10300.0,'mid-roll','2023-07-01','2024-06-30'],['StriveFit',16,5300.0,'mid-roll','2023-04-01','2024-04-01'],['StriveFit',9,12900.0,'mid-roll','2024-02-01',null],['Banco Luz',18,6900.0,'mid-roll','2023-05-01','2024-05-01'],['Banco Luz',10,5600.0,'pre-roll','2023-10-01',null]] AS r
MATCH (p:Sponsor {name:r[0]}), (s:Show {id:r[1]}) CREATE (p)-[x:SPONSORS {feeUsd:r[2], slot:r[3], startsOn:date(r[4])}]->(s) SET x.endsOn = CASE WHEN r[5] IS NULL THEN null ELSE date(r[5]) END;
MATCH (u:User), (s:Show) WHERE (u.id*5 + s.id*7 + u.id*u.id*s.id + s.id*s.id) % 23 < 4
CREATE (u)-[x:SUBSCRIBES_TO {since:date('2022-11-01') + duration({days:(u.id*37 + s.id*11) % 400}), notifications:(u.id + s.id) % 3 = 0}]->(s) SET x.monthlyUsd = CASE WHEN (u.id*s.id) % 4 = 2 THEN 2.5 + (u.id + s.id) % 4 ELSE null END;
MATCH (u:User), (e:Episode) WHERE (u.id*13 + e.id*7 + u.id*e.id) % 11 = 0
CREATE (u)-[x:LISTENED_TO {listenedOn:e.publishedOn + duration({days:(u.id*5 + e.id*3) % 60}), progress:((u.id*e.id) % 10 + 1) / 10.0, device:['phone','desktop','smart speaker','car'][(u.id*3 + e.id) % 4]}]->(e) SET x.stars = CASE WHEN (u.id + e.id) % 3 = 0 THEN null ELSE 1 + (u.id*2 + e.id*3) % 5 END;
MATCH (u:User), (v:User) WHERE u.id <> v.id AND (u.id*1 + v.id*v.id*4 + u.id*u.id*v.id) % 17 = 0 CREATE (u)-[:FOLLOWS]->(v);
