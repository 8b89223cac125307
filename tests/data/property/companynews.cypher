// Companies and the news about them, in the style of the public "companies" demo graph: Organization, Person, Article, City, Country, IndustryCategory. All companies and people are invented.
// Model: (:Organization)-[:HAS_CEO {since}|HAS_BOARD_MEMBER {chair}]->(:Person), (:Organization)-[:HAS_SUBSIDIARY]->(:Organization) from parent to child, (:Organization)-[:HAS_SUPPLIER {goods, since}]->(:Organization) from customer to supplier,
// (:Organization)-[:HAS_COMPETITOR]->(:Organization) stored once a pair, to be read both ways, (:Organization)-[:HAS_INVESTOR {stake, since}]->(:Organization or :Person), (:Organization)-[:IN_CITY]->(:City)-[:IN_COUNTRY]->(:Country),
// (:Organization)-[:HAS_CATEGORY]->(:IndustryCategory), (:Article)-[:MENTIONS]->(:Organization).
// Traps: two cities named Cambridge; Singapore is a city and a country; news sites and authors are text properties of Article, some sites bear the name of a media company; founded is text, Article.date is a native date;
// revenue (US dollars), nbrEmployees, motto, author, population and aliases are missing for some; a CEO may lead two companies; investors can be people; dissolved companies keep their links.
CREATE CONSTRAINT org_id IF NOT EXISTS FOR (o:Organization) REQUIRE o.id IS UNIQUE;
UNWIND [['US','United States',['Boston',675647],['Cambridge',118403],['Austin',961855],['San Francisco',873965],['Chicago',2746388]],
 ['GB','United Kingdom',['London',8866180],['Cambridge',145700],['Manchester',552000]],
 ['DE','Germany',['Berlin',3677472],['Munich',1487708],['Hamburg',1853935]],
 ['FR','France',['Paris',2102650],['Lyon',522250]],
 ['CH','Switzerland',['Zurich',421878],['Basel',173863]],
 ['SE','Sweden',['Stockholm',984748],['Gothenburg',587549]],
 ['NO','Norway',['Oslo',709037]],
 ['NL','Netherlands',['Amsterdam',921402],['Rotterdam',655468]],
 ['SG','Singapore',['Singapore',null]],
 ['JP','Japan',['Tokyo',null],['Osaka',2753862]],
 ['CA','Canada',['Toronto',2794356]],
 ['IN','India',['Bangalore',null],['Mumbai',12478447]]] AS r
CREATE (k:Country {id:'C-' + r[0], name:r[1], isoCode:r[0]})
WITH k, r UNWIND r[2..] AS c
CREATE (t:City {id:'T-' + r[0] + '-' + replace(c[0],' ','_'), name:c[0]})-[:IN_COUNTRY]->(k)
SET t.population = c[1];
UNWIND ['Pharmaceutical Companies','Software Companies','Renewable Energy Companies','Logistics Companies','Banks','Insurance Companies','Semiconductor Companies','Food Companies','Investment Companies',
 'Robotics Companies','Aerospace Companies','Media Companies','Car Manufacturers','Retailers','Mining Companies'] AS n
CREATE (:IndustryCategory {id:'I-' + replace(n,' ','_'), name:n});
// organizations: name, country, city, revenue, employees, public, dissolved, founded, motto, categories (start of the name), summary
UNWIND [
 ['Northquay Holdings','GB','London',8400000000.0,21000,true,false,'1961-04-03','Steady in every sea',['Inv'],'Diversified holding company with stakes in transport, media and science'],
 ['Harborlight Logistics','NL','Rotterdam',2900000000.0,12400,true,false,'1974-09-16','Everything arrives',['Log'],'Container terminals and freight forwarding across Europe'],
 ['Veldkamp Shipping','NL','Rotterdam',610000000.0,2300,false,false,'1958-02-11',null,['Log'],'Family-run short-sea shipping line'],
 ['Lumenfield Energy','NO','Oslo',1700000000.0,3900,true,false,'1998-06-01','Power from the north wind',['Ren'],'Operator of offshore wind parks in the North Sea'],
 ['Sunhollow Power','US','Austin',720000000.0,1450,false,false,'2009-03-20',null,['Ren'],'Developer of desert solar farms'],
 ['Tidewright','SE','Gothenburg',54000000.0,210,false,false,'2016-10-05','The sea never sleeps',['Ren','Rob'],'Builds self-steering tidal generators'],
 ['Cordelia Biotech','US','Cambridge',310000000.0,640,true,false,'2006-01-17','Curing patiently',['Pha'],'Antibody treatments for rare diseases'],
 ['Aldermoor Therapeutics','GB','Cambridge',95000000.0,180,false,false,'2013-05-08',null,['Pha'],'Gene therapy spun out of a university lab'],
 ['Rheinwald Pharma','CH','Basel',11200000000.0,38500,true,false,'1922-11-02','Medicine for generations',['Pha'],'Global maker of prescription drugs'],
 ['Kestrel Vaccines','FR','Lyon',440000000.0,980,false,false,'2001-07-23',null,['Pha'],'Vaccines against tropical diseases'],
 ['Quillstack','US','San Francisco',560000000.0,2100,true,false,'2011-02-14','Write once, ship everywhere',['Sof'],'Cloud tools for software teams'],
 ['Papertrail Analytics','US','Boston',88000000.0,340,false,false,'2014-08-19',null,['Sof'],'Audit and compliance dashboards'],
 ['Brightloom Software','DE','Berlin',130000000.0,520,false,false,'2012-04-27','Weaving data together',['Sof'],'Data integration platform for publishers and manufacturers'],
 ['Nimbus & Oak','CA','Toronto',240000000.0,760,true,false,'2008-12-01',null,['Sof'],'Project management in the cloud'],
 ['Kaveri Systems','IN','Bangalore',1900000000.0,28000,true,false,'1993-03-10','Build with the river',['Sof'],'IT outsourcing and banking platforms'],
 ['Kaveri Europe','NL','Amsterdam',150000000.0,1200,false,false,'2004-05-03',null,['Sof'],'European arm of an Indian IT house'],
 ['Sakuradai Electronics','JP','Osaka',7300000000.0,31200,true,false,'1949-05-30',null,['Sem'],'Power electronics, sensors and memory'],
 ['Hoshino Semiconductor','JP','Tokyo',4600000000.0,15800,true,false,'1971-10-12','Smaller every day',['Sem'],'Chips for cars and robots'],
 ['Silverfen Microdevices','GB','Cambridge',210000000.0,430,false,false,'2010-09-09',null,['Sem'],'Low-power chip designer'],
 ['Merlion Chipworks','SG','Singapore',1200000000.0,5200,true,false,'1996-08-08',null,['Sem'],'Contract chip foundry'],
 ['Orchard Bank','SG','Singapore',3800000000.0,9700,true,false,'1968-07-16','Your money grows here',['Ban'],'Retail and private bank for South-East Asia'],
 ['Limmat Bank','CH','Zurich',5200000000.0,11300,true,false,'1887-01-04',null,['Ban'],'Wealth manager and commercial lender'],
 ['Alster Kredit','DE','Hamburg',670000000.0,1900,false,false,'1926-03-15',null,['Ban'],'Ship finance and mid-size business loans'],
 ['Fairmile Mutual','US','Chicago',4100000000.0,8600,false,false,'1912-10-21','Going the extra mile',['Ins'],'Policyholder-owned home and life insurer'],
 ['Polder Verzekeringen','NL','Amsterdam',1400000000.0,3100,true,false,'1954-02-01',null,['Ins'],'Flood and farm insurance'],
 ['Granary Foods','US','Chicago',9900000000.0,44000,true,false,'1931-09-07','Bread for everyone',['Foo'],'Packaged bread, cereals and snacks'],
 ['Granary Foods Canada','CA','Toronto',480000000.0,2050,false,false,'1988-04-11',null,['Foo'],'Canadian bakeries of a snack giant'],
 ['Maison Valcour','FR','Paris',2200000000.0,7400,true,false,'1904-06-18','The art of the table',['Foo','Ret'],'Fine groceries and the shops that sell them'],
 ['Fjordmat','NO','Oslo',330000000.0,1250,false,false,'1987-03-02',null,['Foo'],'Smoked fish and frozen seafood'],
 ['Saffron Leaf','IN','Mumbai',150500000.0,2900,false,false,'2005-11-11','Spice with a story',['Foo'],'Spices and ready meals'],
 ['Ironbark Robotics','DE','Munich',480500000.0,1600,true,false,'2003-05-19','Hands that never tire',['Rob'],'Robot arms for factories'],
 ['Tinsmith Automation','GB','Manchester',66000000.0,290,false,false,'2015-01-26',null,['Rob'],'Warehouse picking machines'],
 ['Kumo Robotics','JP','Tokyo',110000000.0,370,false,false,'2017-04-04',null,['Rob'],'Care robots for the elderly'],
 ['Halcyon Aerospace','US','Austin',2600000000.0,6800,true,false,'1984-08-27','Above the weather',['Aer'],'Business jets and unmanned aircraft'],
 ['Aerolys','FR','Paris',1050000000.0,3300,false,false,'1977-12-05',null,['Aer'],'Engine parts and landing gear'],
 ['Skerry Satellites','SE','Stockholm',null,140,false,false,'2019-02-28',null,['Aer','Rob'],'Tiny satellites that repair themselves'],
 ['Morning Ledger Group','GB','London',360000000.0,1700,true,false,'1889-10-14','Read before breakfast',['Med'],'Publisher of a daily newspaper'],
 ['Canal Nord Media','FR','Paris',280000000.0,1100,false,false,'1995-09-01',null,['Med'],'Television news and magazines'],
 ['Evergreen Wire','CA','Toronto',42000000.0,160,false,false,'2007-06-13',null,['Med'],'News agency for the natural resources trade'],
 ['Bergmann Motoren','DE','Munich',18500000000.0,67000,true,false,'1919-03-01','Driven by care',['Car'],'Premium cars and motorcycles'],
 ['Voltaire Mobility','FR','Paris',160000000.0,700,false,false,'2018-05-25','Candide about cars',['Car'],'Small electric city cars'],
 ['Suzuran Motors','JP','Osaka',13300000000.0,52000,true,false,'1952-07-01',null,['Car'],'Family cars and light trucks'],
 ['Larkspur Stores','GB','Manchester',3050000000.0,26500,true,false,'1946-11-29','Always round the corner',['Ret'],'Supermarket chain'],
 ['Hemma & Co','SE','Gothenburg',810000000.0,5600,false,false,'1963-08-15',null,['Ret'],'Furniture and household shops'],
 ['Bluebell Online','GB','London',190000000.0,850,false,true,'2010-03-31',null,['Ret'],'Web shop for garden goods, closed in 2022'],
 ['Redcairn Mining','CA','Toronto',2000000000.0,6100,true,false,'1938-05-16',null,['Min'],'Copper and cobalt mines'],
 ['Norrberg Minerals','SE','Stockholm',900000000.0,2700,true,false,'1907-04-22','From rock to road',['Min'],'Iron ore and rare earths'],
 ['Copperline Resources','US','Chicago',null,null,false,true,'1966-01-10',null,['Min'],'Former copper trader, wound up in 2021'],
 ['Pinegrove Ventures','US','San Francisco',null,45,false,false,'2004-10-18','First cheque, long view',['Inv'],'Early-stage technology investor'],
 ['Seven Bridges Capital','SE','Stockholm',120000000.0,85,false,false,'1999-09-27',null,['Inv'],'Nordic growth investor'],
 ['Old Mill Partners','US','Boston',75000000.0,60,false,false,'1991-02-04',null,['Inv'],'Family money for science and media'],
 ['Lotus Harbour Fund','SG','Singapore',null,38,false,false,'2012-12-12',null,['Inv'],'Asian technology fund'],
 ['Zugspitz Capital','DE','Munich',51000000.0,52,false,false,'2007-07-07',null,['Inv'],'Bavarian venture investor'],
 ['Dovetail Software','GB','Manchester',null,75,false,false,'2020-06-22',null,['Sof'],'Scheduling app for craftsmen'],
 ['Peregrine Maps','CH','Zurich',39000000.0,115,false,false,'2011-11-03','Know where you stand',['Sof'],'Digital maps for hikers and rescuers'],
 ['Cloudberry Health','NO','Oslo',27000000.0,95,false,false,'2018-01-29',null,['Sof','Pha'],'Apps that dose medicine'],
 ['Gearbridge Components','DE','Hamburg',770000000.0,3400,false,false,'1969-10-06',null,['Car'],'Gearboxes and drive shafts'],
 ['Amberwing Drones','NL','Amsterdam',null,64,false,false,'2021-03-08',null,['Rob','Aer'],'Inspection drones for dikes and bridges'],
 ['Monsoon Freight','IN','Mumbai',370000000.0,4800,true,false,'1982-06-15',null,['Log'],'Trucking and cold storage'],
 ['Great Lakes Haulage','US','Chicago',250000000.0,1150,false,true,'1955-04-18',null,['Log'],'Trucking firm, bankrupt in 2023'],
 ['Solvind Turbines','DE','Hamburg',1150000000.0,4100,true,false,'1990-05-14','Turning air into light',['Ren'],'Wind turbine manufacturer'],
 ['Kitefin Labs','CH','Basel',18000000.0,48,false,false,'2020-09-01',null,['Pha'],'Painkillers from deep-sea animals'],
 ['Lumenfield Deutschland','DE','Berlin',260000000.0,410,false,false,'2014-02-03',null,['Ren'],'German wind parks of a Norwegian operator']
] AS r
MATCH (t:City {name:r[2]})-[:IN_COUNTRY]->(:Country {isoCode:r[1]})
CREATE (o:Organization {id:'E-' + replace(r[0],' ','_'), name:r[0], isPublic:r[5], isDissolved:r[6], founded:r[7], summary:r[10]})-[:IN_CITY]->(t)
SET o.revenue = r[3], o.nbrEmployees = r[4], o.motto = r[8]
WITH o, r UNWIND r[9] AS c
MATCH (k:IndustryCategory) WHERE k.name STARTS WITH c
CREATE (o)-[:HAS_CATEGORY]->(k);
MATCH (o:Organization) WHERE o.name IN ['Bergmann Motoren','Limmat Bank','Morning Ledger Group','Kaveri Systems']
SET o.aliases = CASE o.name WHEN 'Bergmann Motoren' THEN ['BMo','Bergmann AG'] WHEN 'Limmat Bank' THEN ['Limmatbank'] WHEN 'Morning Ledger Group' THEN ['MLG','The Ledger'] ELSE ['KVS'] END;
// chief executives: person, summary, [company, since]
UNWIND [
 ['Margaret Oyelaran','British-Nigerian economist and manager',[['Northquay Holdings',2015]]],
 ['Joost van Rijn','Dutch port manager',[['Harborlight Logistics',2012]]],
 ['Hendrika Veldkamp','Third-generation ship owner',[['Veldkamp Shipping',1999]]],
 ['Ingrid Solbakken','Norwegian energy executive',[['Lumenfield Energy',2017]]],
 ['Daniel Whitcomb','Founder and solar pioneer',[['Sunhollow Power',2009]]],
 ['Elsa Lindqvist','Swedish inventor and serial founder',[['Tidewright',2016],['Skerry Satellites',2021]]],
 ['Priscilla Tang','American physician and executive',[['Cordelia Biotech',2019]]],
 ['Owen Featherstone','Geneticist turned founder',[['Aldermoor Therapeutics',2013]]],
 ['Matthias Brunner','Swiss chemist and executive',[['Rheinwald Pharma',2014]]],
 ['Amélie Rousset','French immunologist',[['Kestrel Vaccines',2018]]],
 ['Ravi Menon','Programmer and founder',[['Quillstack',2011]]],
 ['Hannah Goldfarb','Former auditor',[['Papertrail Analytics',2020]]],
 ['Katja Winkelmann','German computer scientist',[['Brightloom Software',2012]]],
 ['Thomas Achterberg','Canadian manager',[['Nimbus & Oak',2016]]],
 ['Lakshmi Narayan','Indian engineer and executive',[['Kaveri Systems',2010]]],
 ['Kenji Morioka','Japanese electrical engineer',[['Sakuradai Electronics',2013]]],
 ['Yuko Hoshino','Granddaughter of the company founder',[['Hoshino Semiconductor',2005]]],
 ['Rupert Dalgleish','British chip designer',[['Silverfen Microdevices',2010]]],
 ['Lim Wei Jie','Singaporean manager',[['Merlion Chipworks',2018]]],
 ['Grace Tan','Singaporean banker',[['Orchard Bank',2016]]],
 ['Urs Zollinger','Swiss banker',[['Limmat Bank',2011]]],
 ['Friederike Petersen','German banker',[['Alster Kredit',2021]]],
 ['Calvin Broussard','American actuary',[['Fairmile Mutual',2008]]],
 ['Marieke de Graaf','Dutch actuary',[['Polder Verzekeringen',2019]]],
 ['Eleanor Castellane','American consumer goods manager',[['Granary Foods',2014]]],
 ['Gaspard Valcour','French grocer and heir',[['Maison Valcour',2003]]],
 ['Sverre Haugland','Norwegian fish trader',[['Fjordmat',2015]]],
 ['Anjali Deshpande','Indian founder and cook',[['Saffron Leaf',2005]]],
 ['Sebastian Kroll','German mechanical engineer',[['Ironbark Robotics',2018]]],
 ['Siobhan Kearney','Irish engineer and founder',[['Tinsmith Automation',2015],['Dovetail Software',2021]]],
 ['Haruto Nishida','Japanese roboticist',[['Kumo Robotics',2017]]],
 ['Rebecca Stanhope','Former test pilot',[['Halcyon Aerospace',2020]]],
 ['Jean-Baptiste Ferrand','French aerospace engineer',[['Aerolys',2012]]],
 ['Desmond Achebe','British newspaper man',[['Morning Ledger Group',2017]]],
 ['Clémence Aubry','French television manager',[['Canal Nord Media',2013]]],
 ['Ulrike Bergmann','Heiress and car engineer',[['Bergmann Motoren',2019]]],
 ['Karim Benhaddou','French founder',[['Voltaire Mobility',2018]]],
 ['Takeshi Arakawa','Japanese car manager',[['Suzuran Motors',2014]]],
 ['Fiona Macready','Scottish retailer',[['Larkspur Stores',2016]]],
 ['Björn Åkesson','Swedish furniture designer',[['Hemma & Co',2010]]],
 ['Alistair McNab','Canadian geologist',[['Redcairn Mining',2009]]],
 ['Annika Strand','Swedish mining engineer',[['Norrberg Minerals',2022]]],
 ['Julian Prescott','American investor',[['Pinegrove Ventures',2004]]],
 ['Astrid Ekholm','Swedish investor',[['Seven Bridges Capital',2007]]],
 ['Walter Hargrove','American investor and founder',[['Old Mill Partners',1991]]],
 ['Chua Mei Ling','Singaporean fund manager',[['Lotus Harbour Fund',2012]]],
 ['Dieter Haslinger','German investor',[['Zugspitz Capital',2007]]],
 ['Nadia Ferrari','Swiss cartographer',[['Peregrine Maps',2011]]],
 ['Maja Thorsen','Norwegian pharmacist',[['Cloudberry Health',2018]]],
 ['Wolfgang Ritter','German engineer',[['Gearbridge Components',2006]]],
 ['Femke Bakker','Dutch drone racer and founder',[['Amberwing Drones',2021]]],
 ['Arjun Khanna','Indian transport manager',[['Monsoon Freight',2013]]],
 ['Torben Madsen','Danish turbine engineer',[['Solvind Turbines',2015]]],
 ['Noemi Keller','Swiss marine biologist',[['Kitefin Labs',2020]]],
 ['Jürgen Falk','German wind park developer',[['Lumenfield Deutschland',2019]]],
 ['Beatrice Lockwood','British lawyer and non-executive director',[]],
 ['Samuel Adeyemi','Former central banker',[]],
 ['Victoria Lindholm','Swedish professor of engineering',[]],
 ['Philippe Garnier','French investor and former minister',[]],
 ['Naomi Ishikawa','Japanese management consultant',[]],
 ['George Papadakis','Greek ship broker',[]]
] AS r
CREATE (p:Person {id:'P-' + replace(r[0],' ','_'), name:r[0], summary:r[1]})
WITH p, r UNWIND r[2] AS c
MATCH (o:Organization {name:c[0]})
CREATE (o)-[:HAS_CEO {since:c[1]}]->(p);
// boards: the first name is the chair
UNWIND [
 ['Northquay Holdings',['Beatrice Lockwood','Samuel Adeyemi','George Papadakis','Margaret Oyelaran']],
 ['Harborlight Logistics',['Margaret Oyelaran','George Papadakis','Joost van Rijn']],
 ['Veldkamp Shipping',['George Papadakis','Joost van Rijn']],
 ['Lumenfield Energy',['Victoria Lindholm','Ingrid Solbakken','Astrid Ekholm']],
 ['Tidewright',['Ingrid Solbakken','Astrid Ekholm']],
 ['Cordelia Biotech',['Walter Hargrove','Priscilla Tang']],
 ['Rheinwald Pharma',['Samuel Adeyemi','Matthias Brunner','Philippe Garnier','Urs Zollinger','Naomi Ishikawa']],
 ['Kestrel Vaccines',['Matthias Brunner','Philippe Garnier']],
 ['Quillstack',['Julian Prescott','Ravi Menon','Hannah Goldfarb']],
 ['Papertrail Analytics',['Walter Hargrove','Julian Prescott']],
 ['Brightloom Software',['Dieter Haslinger','Katja Winkelmann']],
 ['Kaveri Systems',['Lakshmi Narayan','Naomi Ishikawa','Grace Tan']],
 ['Sakuradai Electronics',['Kenji Morioka','Naomi Ishikawa']],
 ['Merlion Chipworks',['Kenji Morioka','Chua Mei Ling','Lim Wei Jie']],
 ['Orchard Bank',['Samuel Adeyemi','Grace Tan','Chua Mei Ling']],
 ['Limmat Bank',['Urs Zollinger','Matthias Brunner']],
 ['Granary Foods',['Calvin Broussard','Eleanor Castellane','Beatrice Lockwood']],
 ['Maison Valcour',['Gaspard Valcour','Philippe Garnier','Clémence Aubry']],
 ['Ironbark Robotics',['Victoria Lindholm','Sebastian Kroll','Dieter Haslinger']],
 ['Halcyon Aerospace',['Rebecca Stanhope','Daniel Whitcomb']],
 ['Aerolys',['Philippe Garnier','Jean-Baptiste Ferrand']],
 ['Skerry Satellites',['Astrid Ekholm','Victoria Lindholm']],
 ['Morning Ledger Group',['Margaret Oyelaran','Beatrice Lockwood','Desmond Achebe']],
 ['Bergmann Motoren',['Ulrike Bergmann','Wolfgang Ritter','Victoria Lindholm','Urs Zollinger']],
 ['Suzuran Motors',['Takeshi Arakawa','Yuko Hoshino']],
 ['Larkspur Stores',['Beatrice Lockwood','Fiona Macready']],
 ['Norrberg Minerals',['Björn Åkesson','Annika Strand']],
 ['Solvind Turbines',['Friederike Petersen','Torben Madsen']]
] AS r
MATCH (o:Organization {name:r[0]})
UNWIND range(0, size(r[1]) - 1) AS i
MATCH (p:Person {name:r[1][i]})
CREATE (o)-[:HAS_BOARD_MEMBER {chair: i = 0}]->(p);
UNWIND [['Northquay Holdings','Harborlight Logistics'],['Northquay Holdings','Morning Ledger Group'],['Harborlight Logistics','Veldkamp Shipping'],['Lumenfield Energy','Lumenfield Deutschland'],
 ['Lumenfield Energy','Tidewright'],['Kaveri Systems','Kaveri Europe'],['Kaveri Systems','Peregrine Maps'],['Granary Foods','Granary Foods Canada'],['Granary Foods','Fjordmat'],['Rheinwald Pharma','Kestrel Vaccines'],
 ['Rheinwald Pharma','Kitefin Labs'],['Sakuradai Electronics','Merlion Chipworks'],['Bergmann Motoren','Gearbridge Components'],['Larkspur Stores','Bluebell Online'],['Limmat Bank','Alster Kredit'],
 ['Halcyon Aerospace','Amberwing Drones'],['Quillstack','Dovetail Software'],['Ironbark Robotics','Tinsmith Automation']] AS r
MATCH (a:Organization {name:r[0]}), (b:Organization {name:r[1]})
CREATE (a)-[:HAS_SUBSIDIARY]->(b);
UNWIND [
 ['Bergmann Motoren','Gearbridge Components','gearboxes',1972],['Bergmann Motoren','Hoshino Semiconductor','engine control chips',2001],['Bergmann Motoren','Norrberg Minerals','steel-grade iron ore',1985],
 ['Suzuran Motors','Hoshino Semiconductor','sensor chips',1994],['Suzuran Motors','Sakuradai Electronics','inverters',2006],['Suzuran Motors','Redcairn Mining','cobalt',2017],
 ['Voltaire Mobility','Silverfen Microdevices','battery chips',2019],['Voltaire Mobility','Gearbridge Components','drive shafts',2018],['Ironbark Robotics','Merlion Chipworks','motor controllers',2012],
 ['Ironbark Robotics','Silverfen Microdevices','vision chips',2016],['Kumo Robotics','Hoshino Semiconductor','touch sensors',2018],['Halcyon Aerospace','Norrberg Minerals','titanium ore',2010],
 ['Halcyon Aerospace','Merlion Chipworks','flight computers',2015],['Aerolys','Redcairn Mining','copper',2004],['Skerry Satellites','Silverfen Microdevices','radio chips',2020],
 ['Granary Foods','Saffron Leaf','spices',2013],['Granary Foods','Great Lakes Haulage','trucking',1978],['Maison Valcour','Fjordmat','smoked salmon',1996],['Larkspur Stores','Granary Foods','cereals',1989],
 ['Larkspur Stores','Maison Valcour','preserves',2007],['Larkspur Stores','Harborlight Logistics','freight',2003],['Hemma & Co','Harborlight Logistics','freight',1998],['Hemma & Co','Tinsmith Automation','picking machines',2020],
 ['Solvind Turbines','Norrberg Minerals','rare earths',2002],['Solvind Turbines','Gearbridge Components','turbine gears',1999],['Lumenfield Energy','Solvind Turbines','wind turbines',2000],
 ['Sunhollow Power','Sakuradai Electronics','inverters',2011],['Kestrel Vaccines','Monsoon Freight','cold storage',2014],['Rheinwald Pharma','Veldkamp Shipping','sea freight',1990],
 ['Sakuradai Electronics','Copperline Resources','copper wire',1995],['Orchard Bank','Kaveri Systems','banking software',2008],['Limmat Bank','Kaveri Systems','banking software',2012],
 ['Fairmile Mutual','Quillstack','developer tools',2018],['Morning Ledger Group','Brightloom Software','data platform',2016]
] AS r
MATCH (a:Organization {name:r[0]}), (b:Organization {name:r[1]})
CREATE (a)-[:HAS_SUPPLIER {goods:r[2], since:r[3]}]->(b);
UNWIND [['Quillstack','Brightloom Software'],['Quillstack','Nimbus & Oak'],['Brightloom Software','Papertrail Analytics'],['Nimbus & Oak','Kaveri Systems'],['Cordelia Biotech','Aldermoor Therapeutics'],
 ['Rheinwald Pharma','Cordelia Biotech'],['Kestrel Vaccines','Cordelia Biotech'],['Hoshino Semiconductor','Sakuradai Electronics'],['Hoshino Semiconductor','Merlion Chipworks'],['Silverfen Microdevices','Merlion Chipworks'],
 ['Orchard Bank','Limmat Bank'],['Fairmile Mutual','Polder Verzekeringen'],['Granary Foods','Maison Valcour'],['Granary Foods','Saffron Leaf'],['Ironbark Robotics','Kumo Robotics'],['Tinsmith Automation','Kumo Robotics'],
 ['Halcyon Aerospace','Aerolys'],['Aerolys','Skerry Satellites'],['Morning Ledger Group','Canal Nord Media'],['Morning Ledger Group','Evergreen Wire'],['Bergmann Motoren','Suzuran Motors'],['Bergmann Motoren','Voltaire Mobility'],
 ['Larkspur Stores','Hemma & Co'],['Bluebell Online','Hemma & Co'],['Redcairn Mining','Norrberg Minerals'],['Lumenfield Energy','Sunhollow Power'],['Harborlight Logistics','Monsoon Freight'],
 ['Pinegrove Ventures','Old Mill Partners'],['Seven Bridges Capital','Zugspitz Capital'],['Peregrine Maps','Dovetail Software']] AS r
MATCH (a:Organization {name:r[0]}), (b:Organization {name:r[1]})
CREATE (a)-[:HAS_COMPETITOR]->(b);
// investors: company, investor (a company or a person), stake in per cent, since
UNWIND [
 ['Quillstack','Pinegrove Ventures',12.5,2012],['Papertrail Analytics','Old Mill Partners',30.0,2014],['Papertrail Analytics','Pinegrove Ventures',15.0,2016],['Brightloom Software','Zugspitz Capital',22.0,2013],
 ['Brightloom Software','Seven Bridges Capital',9.5,2017],['Tidewright','Seven Bridges Capital',18.0,2018],['Skerry Satellites','Seven Bridges Capital',25.0,2020],['Skerry Satellites','Elsa Lindqvist',35.0,2019],
 ['Sunhollow Power','Pinegrove Ventures',20.0,2010],['Sunhollow Power','Fairmile Mutual',10.0,2015],['Cordelia Biotech','Old Mill Partners',14.0,2007],['Aldermoor Therapeutics','Northquay Holdings',26.0,2015],
 ['Silverfen Microdevices','Northquay Holdings',17.5,2013],['Silverfen Microdevices','Lotus Harbour Fund',8.0,2016],['Merlion Chipworks','Lotus Harbour Fund',11.0,2014],['Kumo Robotics','Lotus Harbour Fund',19.0,2018],
 ['Kumo Robotics','Sakuradai Electronics',24.0,2019],['Voltaire Mobility','Zugspitz Capital',16.0,2019],['Voltaire Mobility','Gaspard Valcour',7.5,2018],['Cloudberry Health','Seven Bridges Capital',21.0,2019],
 ['Cloudberry Health','Maja Thorsen',40.0,2018],['Amberwing Drones','Zugspitz Capital',13.0,2022],['Peregrine Maps','Limmat Bank',28.0,2013],['Saffron Leaf','Lotus Harbour Fund',15.5,2015],
 ['Evergreen Wire','Old Mill Partners',33.0,2009],['Evergreen Wire','Desmond Achebe',6.0,2011],['Dovetail Software','Pinegrove Ventures',10.5,2021],['Kitefin Labs','Limmat Bank',9.0,2021],
 ['Monsoon Freight','Orchard Bank',6.5,2005],['Kestrel Vaccines','Philippe Garnier',4.0,2010],['Aerolys','Philippe Garnier',3.5,2008]
] AS r
MATCH (a:Organization {name:r[0]}), (b {name:r[1]}) WHERE b:Organization OR b:Person
CREATE (a)-[:HAS_INVESTOR {stake:r[2], since:r[3]}]->(b);
// articles: title, date, sentiment, site, author, companies mentioned
UNWIND [
 ['Rheinwald swallows Kitefin Labs','2022-11-14',0.42,'Harbour Business Daily','Petra Lang',['Rheinwald Pharma','Kitefin Labs']],
 ['Recall of 200,000 Bergmann cars over faulty gearboxes','2023-03-08',-0.81,'The Morning Ledger','Tom Harkness',['Bergmann Motoren','Gearbridge Components']],
 ['Bergmann and Hoshino sign long chip deal','2022-06-21',0.55,'TechRoost','Mina Okafor',['Bergmann Motoren','Hoshino Semiconductor']],
 ['Strike halts production in Munich','2023-05-30',-0.64,'Harbour Business Daily','Petra Lang',['Bergmann Motoren']],
 ['Electric newcomers worry the old car makers','2021-09-17',-0.12,'Canal Nord','Lucie Marchand',['Voltaire Mobility','Bergmann Motoren','Suzuran Motors']],
 ['Suzuran bets on light trucks','2022-02-02',0.31,'Harbour Business Daily','Olaf Jensen',['Suzuran Motors']],
 ['Bluebell Online shuts its doors','2022-01-19',-0.77,'The Morning Ledger','Tom Harkness',['Bluebell Online','Larkspur Stores']],
 ['Larkspur profit falls for third quarter','2022-10-27',-0.48,'The Morning Ledger','Judith Wray',['Larkspur Stores']],
 ['Larkspur tries shops without tills','2023-03-22',0.36,'TechRoost','Mina Okafor',['Larkspur Stores','Tinsmith Automation']],
 ['Can tidal power keep its promises','2021-05-11',0.08,'Green Grid News','Signe Dahl',['Tidewright']],
 ['Lumenfield opens its largest wind park','2022-08-30',0.79,'Green Grid News','Signe Dahl',['Lumenfield Energy','Solvind Turbines']],
 ['Turbine maker Solvind warns of gear shortage','2023-01-12',-0.39,'Green Grid News','Ben Castro',['Solvind Turbines','Gearbridge Components']],
 ['Desert solar grows up','2021-07-06',0.61,'Green Grid News','Ben Castro',['Sunhollow Power']],
 ['Fairmile puts pension money into solar','2022-04-05',0.27,'Harbour Business Daily','Olaf Jensen',['Fairmile Mutual','Sunhollow Power']],
 ['Quillstack buys Manchester start-up Dovetail','2023-03-15',0.44,'TechRoost','Mina Okafor',['Quillstack','Dovetail Software']],
 ['Quillstack outage leaves developers stranded','2022-12-01',-0.69,'TechRoost','Jay Lindgren',['Quillstack']],
 ['Who will win the data integration race','2021-11-23',0.15,'TechRoost','Jay Lindgren',['Quillstack','Brightloom Software','Papertrail Analytics']],
 ['Nimbus & Oak moves into outsourcing','2022-09-14',0.05,'Evergreen Wire',null,['Nimbus & Oak','Kaveri Systems']],
 ['Kaveri wins another Swiss bank','2021-12-08',0.58,'Harbour Business Daily','Petra Lang',['Kaveri Systems','Limmat Bank']],
 ['Kaveri to hire five thousand graduates','2023-02-20',0.72,'TechRoost','Jay Lindgren',['Kaveri Systems']],
 ['Copper trader Copperline wound up','2021-03-29',-0.66,'Evergreen Wire',null,['Copperline Resources']],
 ['Redcairn finds new cobalt vein','2022-05-18',0.67,'Evergreen Wire','Colette Roy',['Redcairn Mining']],
 ['Redcairn and Norrberg in price war','2023-04-11',-0.33,'Evergreen Wire','Colette Roy',['Redcairn Mining','Norrberg Minerals']],
 ['Strand takes the helm at Norrberg','2022-03-03',0.22,'Harbour Business Daily','Olaf Jensen',['Norrberg Minerals']],
 ['Great Lakes Haulage files for bankruptcy','2023-06-09',-0.85,'Harbour Business Daily','Petra Lang',['Great Lakes Haulage','Granary Foods']],
 ['Granary raises bread prices again','2022-07-19',-0.41,'The Morning Ledger','Judith Wray',['Granary Foods']],
 ['Why spices are the new snack','2021-10-10',0.49,'Canal Nord','Lucie Marchand',['Saffron Leaf','Granary Foods']],
 ['Valcour opens food hall on the Seine','2022-12-15',0.83,'Canal Nord','Lucie Marchand',['Maison Valcour']],
 ['Salmon scare hits Fjordmat','2023-02-07',-0.58,'The Morning Ledger','Judith Wray',['Fjordmat','Maison Valcour']],
 ['Cordelia drug clears final trial','2022-10-04',0.88,'Harbour Business Daily','Olaf Jensen',['Cordelia Biotech']],
 ['Gene therapy rivals race for approval','2021-06-25',0.19,'TechRoost','Mina Okafor',['Cordelia Biotech','Aldermoor Therapeutics','Rheinwald Pharma']],
 ['Kestrel vaccine delayed by broken cold chain','2022-03-28',-0.52,'Canal Nord','Hugo Pelletier',['Kestrel Vaccines','Monsoon Freight']],
 ['Apps that prescribe','2021-08-13',0.25,'TechRoost','Jay Lindgren',['Cloudberry Health']],
 ['Ironbark arms learn to sew','2022-11-29',0.63,'TechRoost','Mina Okafor',['Ironbark Robotics']],
 ['Kumo nurses please patients','2023-01-26',0.74,'Harbour Business Daily','Olaf Jensen',['Kumo Robotics','Hoshino Semiconductor']],
 ['Halcyon jet grounded after engine fire','2022-08-09',-0.73,'The Morning Ledger','Tom Harkness',['Halcyon Aerospace','Aerolys']],
 ['Drones watch over the dikes','2023-05-04',0.52,'Green Grid News','Ben Castro',['Amberwing Drones','Halcyon Aerospace']],
 ['Satellites the size of a shoebox','2021-04-20',0.46,'TechRoost','Jay Lindgren',['Skerry Satellites','Silverfen Microdevices']],
 ['Chip drought hits robots and cars alike','2021-10-28',-0.44,'Harbour Business Daily','Petra Lang',['Hoshino Semiconductor','Merlion Chipworks','Ironbark Robotics','Suzuran Motors']],
 ['Rotterdam terminals choke on backlog','2021-12-20',-0.36,'Canal Nord','Hugo Pelletier',['Harborlight Logistics','Veldkamp Shipping']],
 ['Northquay sells its last paper mill','2022-02-24',0.11,'Harbour Business Daily','Petra Lang',['Northquay Holdings']],
 ['Orchard Bank fined over lax checks','2023-03-31',-0.62,'Harbour Business Daily','Olaf Jensen',['Orchard Bank']],
 ['Seven Bridges raises its biggest fund yet','2022-06-02',0.51,'TechRoost','Jay Lindgren',['Seven Bridges Capital','Cloudberry Health','Skerry Satellites']],
 ['Flood insurers brace for a wet decade','2023-06-20',-0.18,'Green Grid News','Signe Dahl',['Polder Verzekeringen','Fairmile Mutual']]
] AS r
CREATE (a:Article {id:'ART-' + r[1] + '-' + left(replace(r[0],' ','_'),12), title:r[0], date:date(r[1]), sentiment:r[2], siteName:r[3]})
SET a.author = r[4]
WITH a, r UNWIND r[5] AS n
MATCH (o:Organization {name:n})
CREATE (a)-[:MENTIONS]->(o);
