// itassets: the IT operations team's asset and access graph (a small CMDB), loaded by script from spreadsheets. Labels PascalCase, some relationship types are nouns, properties snake_case.
// Traps: servers are Device nodes too (device_type 'Server'), beside laptops and phones; purchase_date and opened_at are text, hired_on and expires_on native dates; Device has a hostname for servers, an asset_tag for all;
// team leads are a role on MEMBERSHIP, not a type of their own; LOCATED_AT and SUPPLIES serve several labels; Device ASSIGNMENT runs from Device to Employee; ACCESS has a level and INSTALLATION a version; left employees have left_on; manager through REPORTS_TO; Application.criticality text against Incident.severity number;
// application owner is a team, licence vendor is not always the application's vendor; warranty_until missing on many; resolved_at missing on open incidents.
UNWIND [
 {name:'Rotterdam HQ', city:'Rotterdam', country:'Netherlands', kind:'office', seats:220},
 {name:'Leeds Office', city:'Leeds', country:'United Kingdom', kind:'office', seats:85},
 {name:'Porto Hub', city:'Porto', country:'Portugal', kind:'office', seats:60},
 {name:'Gdansk Office', city:'Gdansk', country:'Poland', kind:'office', seats:40},
 {name:'Almere DC1', city:'Almere', country:'Netherlands', kind:'data centre', rack_count:24},
 {name:'Slough DC2', city:'Slough', country:'United Kingdom', kind:'data centre', rack_count:16}
] AS r CREATE (n:Location) SET n = r;
UNWIND [
 {name:'Platform Engineering', cost_centre:'CC-4100', annual_budget_eur:910000.0},{name:'Service Desk', cost_centre:'CC-4200', annual_budget_eur:340000.0},
 {name:'Information Security', cost_centre:'CC-4300', annual_budget_eur:620000.0},{name:'Finance Systems', cost_centre:'CC-2100', annual_budget_eur:280000.0},
 {name:'People Operations', cost_centre:'CC-2200', annual_budget_eur:195000.0},{name:'Warehouse IT', cost_centre:'CC-4400', annual_budget_eur:410000.0},
 {name:'Data & Reporting', cost_centre:'CC-4500', annual_budget_eur:530000.0},{name:'Sales Operations', cost_centre:'CC-3100'}
] AS r CREATE (n:Team) SET n = r;
UNWIND [
 ['Marijke Dekker','E1001','Chief Information Officer','2012-03-01',null,'Rotterdam HQ',null,true],
 ['Alistair Boyd','E1002','Head of Platform','2014-06-16','Platform Engineering','Leeds Office','Marijke Dekker',true],
 ['Joana Teixeira','E1003','Service Desk Manager','2016-02-08','Service Desk','Porto Hub','Marijke Dekker',true],
 ['Krzysztof Maj','E1004','Security Lead','2015-09-21','Information Security','Gdansk Office','Marijke Dekker',true],
 ['Femke van Rijn','E1005','Finance Systems Manager','2013-11-04','Finance Systems','Rotterdam HQ','Marijke Dekker',true],
 ['Harriet Lumley','E1006','People Systems Lead','2018-01-15','People Operations','Leeds Office','Marijke Dekker',true],
 ['Bas Hoekstra','E1007','Warehouse IT Lead','2017-05-22','Warehouse IT','Rotterdam HQ','Marijke Dekker',true],
 ['Nuno Carvalhal','E1008','Data Lead','2019-04-01','Data & Reporting','Porto Hub','Marijke Dekker',true],
 ['Sunita Rao','E1009','Sales Operations Manager','2018-10-10','Sales Operations','Leeds Office','Marijke Dekker',true],
 ['Gareth Pugh','E1010','Site Reliability Engineer','2019-07-08','Platform Engineering','Leeds Office','Alistair Boyd',true],
 ['Zofia Lis','E1011','Site Reliability Engineer','2020-09-14','Platform Engineering','Gdansk Office','Alistair Boyd',true],
 ['Tobias Kremer','E1012','Database Administrator','2015-03-30','Platform Engineering','Rotterdam HQ','Alistair Boyd',true],
 ['Inês Falcão','E1013','Cloud Engineer','2022-01-10','Platform Engineering','Porto Hub','Alistair Boyd',true],
 ['Rowan Metcalfe','E1014','Network Engineer','2017-08-28','Platform Engineering','Leeds Office','Alistair Boyd',false],
 ['Pawel Grabowski','E1015','Service Desk Analyst','2021-03-15','Service Desk','Gdansk Office','Joana Teixeira',true],
 ['Beatriz Leal','E1016','Service Desk Analyst','2022-05-02','Service Desk','Porto Hub','Joana Teixeira',true],
 ['Lars Veenstra','E1017','Service Desk Analyst','2020-11-23','Service Desk','Rotterdam HQ','Joana Teixeira',true],
 ['Chloe Atherton','E1018','Service Desk Analyst','2023-02-06','Service Desk','Leeds Office','Joana Teixeira',true],
 ['Dominik Wrona','E1019','Security Analyst','2019-06-03','Information Security','Gdansk Office','Krzysztof Maj',true],
 ['Saskia Bloem','E1020','Security Engineer','2021-10-18','Information Security','Rotterdam HQ','Krzysztof Maj',true],
 ['Owen Tredinnick','E1021','Identity Engineer','2018-04-09','Information Security','Leeds Office','Krzysztof Maj',true],
 ['Ruben Claessen','E1022','ERP Analyst','2016-12-05','Finance Systems','Rotterdam HQ','Femke van Rijn',true],
 ['Marta Sobral','E1023','Payroll Systems Analyst','2020-02-17','Finance Systems','Porto Hub','Femke van Rijn',true],
 ['Elif Arslan','E1024','ERP Developer','2022-08-22','Finance Systems','Rotterdam HQ','Femke van Rijn',true],
 ['Jasper Nolan','E1025','HR Systems Analyst','2021-06-14','People Operations','Leeds Office','Harriet Lumley',true],
 ['Daphne Kuiper','E1026','HR Systems Analyst','2019-09-30','People Operations','Rotterdam HQ','Harriet Lumley',false],
 ['Piotr Zielinski','E1027','Warehouse Systems Engineer','2018-07-02','Warehouse IT','Gdansk Office','Bas Hoekstra',true],
 ['Anouk Smit','E1028','Scanner Support Technician','2021-01-25','Warehouse IT','Rotterdam HQ','Bas Hoekstra',true],
 ['Callum Firth','E1029','Warehouse Support Technician','2023-04-17','Warehouse IT','Leeds Office','Bas Hoekstra',true],
 ['Teresa Antunes','E1030','Data Engineer','2020-05-11','Data & Reporting','Porto Hub','Nuno Carvalhal',true],
 ['Hamish Orr','E1031','BI Developer','2021-11-08','Data & Reporting','Leeds Office','Nuno Carvalhal',true],
 ['Agnieszka Pawlak','E1032','Data Engineer','2022-03-28','Data & Reporting','Gdansk Office','Nuno Carvalhal',true],
 ['Koen Timmers','E1033','Data Analyst','2023-09-04','Data & Reporting','Rotterdam HQ','Nuno Carvalhal',true],
 ['Leonie Shaw','E1034','CRM Administrator','2019-02-25','Sales Operations','Leeds Office','Sunita Rao',true],
 ['Tiago Borges','E1035','CRM Analyst','2022-10-17','Sales Operations','Porto Hub','Sunita Rao',true],
 ['Wies Vermeer','E1036','Sales Analyst','2020-08-03','Sales Operations','Rotterdam HQ','Sunita Rao',false],
 ['Imran Sheikh','E1037','Security Analyst','2023-06-12','Information Security','Leeds Office','Krzysztof Maj',true],
 ['Ola Nowicka','E1038','Service Desk Trainee','2024-01-08','Service Desk','Gdansk Office','Joana Teixeira',true]
] AS r MATCH (l:Location {name:r[5]}) CREATE (e:Employee {name:r[0], employee_no:r[1], job_title:r[2], hired_on:date(r[3]), active:r[7]})-[:LOCATED_AT]->(l)
WITH e, r OPTIONAL MATCH (t:Team {name:r[4]}) FOREACH (x IN CASE WHEN t IS NULL THEN [] ELSE [t] END | CREATE (e)-[:MEMBERSHIP {since:date(r[3]), fte: CASE WHEN r[1] IN ['E1016','E1025','E1031','E1036'] THEN 0.6 ELSE 1.0 END}]->(x))
WITH e, r MATCH (m:Employee {name:r[6]}) CREATE (e)-[:REPORTS_TO]->(m);
MATCH (e:Employee) WHERE e.name = 'Rowan Metcalfe' SET e.left_on = date('2023-10-31');
MATCH (e:Employee) WHERE e.name = 'Daphne Kuiper' SET e.left_on = date('2024-02-29');
MATCH (e:Employee) WHERE e.name = 'Wies Vermeer' SET e.left_on = date('2023-06-30');
MATCH (e:Employee) WHERE e.name IN ['Gareth Pugh','Zofia Lis','Dominik Wrona','Tobias Kremer','Piotr Zielinski'] SET e.on_call = true, e.certifications = CASE e.name WHEN 'Gareth Pugh' THEN ['RHCE','CKA'] WHEN 'Zofia Lis' THEN ['CKA'] WHEN 'Dominik Wrona' THEN ['CISSP','GCIH'] WHEN 'Tobias Kremer' THEN ['OCP'] ELSE ['CCNA','ITIL'] END;
MATCH (e:Employee {name:'Gareth Pugh'}), (t:Team {name:'Warehouse IT'}) CREATE (e)-[:MEMBERSHIP {since:date('2023-05-01'), fte:0.2}]->(t);
MATCH (e:Employee {name:'Owen Tredinnick'}), (t:Team {name:'People Operations'}) CREATE (e)-[:MEMBERSHIP {since:date('2022-09-01'), fte:0.3}]->(t);
MATCH (e:Employee)-[m:MEMBERSHIP]->(:Team) SET m.role = CASE WHEN (e)-[:REPORTS_TO]->(:Employee {name:'Marijke Dekker'}) THEN 'lead' ELSE 'member' END;
UNWIND [
 {name:'Harrowgate Systems', country:'United Kingdom', support_phone:'+44 113 496 0172', preferred:true},{name:'Quillon Software', country:'Germany', support_email:'help@quillon.example', preferred:true},
 {name:'Bluefin Cloud', country:'Ireland', support_email:'care@bluefin.example', preferred:true},{name:'Tessera Security', country:'Israel', support_email:'soc@tessera.example', preferred:false},
 {name:'Lindqvist Hardware', country:'Sweden', support_phone:'+46 8 400 1172', preferred:true},{name:'Norde Computers', country:'Denmark', preferred:false},
 {name:'Papyrus Office', country:'United States', support_email:'desk@papyrus.example', preferred:true},{name:'Cargolane', country:'Netherlands', support_phone:'+31 10 200 4411', preferred:false},
 {name:'Vantage Metrics', country:'United States', preferred:false},{name:'Kobalt Mobile', country:'Finland', preferred:true}
] AS r CREATE (n:Vendor) SET n = r;
UNWIND [
 ['LedgerOne','ERP','high','Finance Systems','Quillon Software',false,'8.4','2017-06-01'],['PayTide','Payroll','high','Finance Systems','Quillon Software',true,'5.1','2019-01-07'],
 ['Peoplewell','HR','medium','People Operations','Bluefin Cloud',true,'2024.1','2020-03-02'],['StockPilot','Warehouse management','high','Warehouse IT','Cargolane',false,'3.9','2016-10-17'],
 ['ScanBridge','Warehouse management','medium','Warehouse IT','Cargolane',false,'2.2','2018-05-14'],['Dealroom','CRM','medium','Sales Operations','Bluefin Cloud',true,'11.0','2019-09-09'],
 ['Hawkeye SIEM','Security','high','Information Security','Tessera Security',false,'6.3','2020-11-16'],['KeyRing','Identity','high','Information Security','Tessera Security',true,'4.7','2018-02-05'],
 ['Palisade EDR','Security','medium','Information Security','Tessera Security',false,'9.0','2021-07-19'],['DeskDrum','Ticketing','medium','Service Desk','Harrowgate Systems',true,'7.5','2015-04-20'],
 ['RemoteHand','Remote support','low','Service Desk','Harrowgate Systems',false,'3.3','2020-04-01'],['Papyrus Suite','Office','medium','Service Desk','Papyrus Office',false,'2023','2014-01-06'],
 ['Chartwell BI','Reporting','medium','Data & Reporting','Vantage Metrics',false,'12.2','2019-05-27'],['Delta Lakehouse','Data platform','high','Data & Reporting','Bluefin Cloud',true,'2.8','2022-02-14'],
 ['Foreman CI','Build tooling','low','Platform Engineering',null,false,'1.19','2021-03-08'],['Watchtower','Monitoring','high','Platform Engineering','Vantage Metrics',false,'5.6','2018-08-13'],
 ['Nightvault','Backup','high','Platform Engineering','Harrowgate Systems',false,'4.0','2016-03-21'],['Wikiloft','Knowledge base','low',null,null,false,'1.4','2020-07-06']
] AS r CREATE (a:Application {name:r[0], category:r[1], criticality:r[2], is_saas:r[5], current_version:r[6], go_live:date(r[7])})
WITH a, r OPTIONAL MATCH (t:Team {name:r[3]}) OPTIONAL MATCH (v:Vendor {name:r[4]})
FOREACH (x IN CASE WHEN t IS NULL THEN [] ELSE [t] END | CREATE (x)-[:OWNERSHIP {since: a.go_live.year + size(r[0]) % 3}]->(a)) FOREACH (x IN CASE WHEN v IS NULL THEN [] ELSE [v] END | CREATE (x)-[:SUPPLIES]->(a));
UNWIND [
 ['Finance ERP named users','LIC-201',60,96000.0,'2025-03-31','Quillon Software','LedgerOne','subscription'],['Payroll engine','LIC-202',1,31500.0,'2024-12-31','Quillon Software','PayTide','subscription'],
 ['HR cloud seats','LIC-203',420,50400.0,'2025-06-30','Bluefin Cloud','Peoplewell','subscription'],['Warehouse core','LIC-204',25,44000.0,null,'Cargolane','StockPilot','perpetual'],
 ['Scanner gateway','LIC-205',80,12800.0,'2024-09-30','Cargolane','ScanBridge','subscription'],['CRM enterprise seats','LIC-206',90,81000.0,'2024-11-15','Bluefin Cloud','Dealroom','subscription'],
 ['SIEM ingest pack','LIC-207',10,67500.0,'2025-01-31','Tessera Security','Hawkeye SIEM','subscription'],['SSO seats','LIC-208',450,36000.0,'2025-02-28','Tessera Security','KeyRing','subscription'],
 ['Endpoint agents','LIC-209',400,28800.0,'2024-08-31','Harrowgate Systems','Palisade EDR','subscription'],['Ticketing agents','LIC-210',15,11700.0,'2025-04-30','Harrowgate Systems','DeskDrum','subscription'],
 ['Remote sessions','LIC-211',12,4300.0,'2024-10-31','Harrowgate Systems','RemoteHand','subscription'],['Office bundle E3','LIC-212',420,105000.0,'2025-12-31','Papyrus Office','Papyrus Suite','subscription'],
 ['Office bundle F1','LIC-213',110,8800.0,'2025-12-31','Lindqvist Hardware','Papyrus Suite','subscription'],['BI creators','LIC-214',20,22000.0,'2024-12-31','Vantage Metrics','Chartwell BI','subscription'],
 ['BI viewers','LIC-215',200,14000.0,'2024-12-31','Vantage Metrics','Chartwell BI','subscription'],['Lakehouse credits','LIC-216',1,72000.0,'2025-05-31','Bluefin Cloud','Delta Lakehouse','subscription'],
 ['Monitoring nodes','LIC-217',50,19500.0,null,'Vantage Metrics','Watchtower','perpetual'],['Backup sockets','LIC-218',32,26400.0,null,'Harrowgate Systems','Nightvault','perpetual']
] AS r MATCH (v:Vendor {name:r[5]}), (a:Application {name:r[6]}) CREATE (l:Licence {name:r[0], licence_no:r[1], seats:r[2], annual_cost_eur:r[3], licence_type:r[7]})-[:COVERS]->(a), (v)-[:SUPPLIES]->(l) SET l.expires_on = CASE WHEN r[4] IS NULL THEN null ELSE date(r[4]) END;
UNWIND [
 ['LT-0101','Laptop','Norde ProBook 14','2021-02-15',1240.0,16,'Marijke Dekker'],['LT-0102','Laptop','Lindqvist X13','2022-06-20',1580.0,32,'Alistair Boyd'],['LT-0103','Laptop','Norde ProBook 14','2020-03-11',1190.0,16,'Joana Teixeira'],['LT-0104','Laptop','Lindqvist X13','2023-01-30',1640.0,32,'Krzysztof Maj'],
 ['LT-0105','Laptop','Norde ProBook 14','2021-02-15',1240.0,16,'Femke van Rijn'],['LT-0106','Laptop','Norde Air 13','2022-09-05',1120.0,16,'Harriet Lumley'],['LT-0107','Laptop','Lindqvist Rugged 15','2020-10-19',2090.0,16,'Bas Hoekstra'],['LT-0108','Laptop','Lindqvist X13','2023-05-22',1660.0,32,'Nuno Carvalhal'],
 ['LT-0109','Laptop','Norde Air 13','2022-09-05',1120.0,16,'Sunita Rao'],['LT-0110','Laptop','Lindqvist X15','2023-08-14',2310.0,64,'Gareth Pugh'],['LT-0111','Laptop','Lindqvist X15','2022-11-28',2240.0,64,'Zofia Lis'],['LT-0112','Laptop','Lindqvist X15','2019-12-02',1980.0,32,'Tobias Kremer'],
 ['LT-0113','Laptop','Norde Air 13','2022-01-17',1090.0,16,'Inês Falcão'],['LT-0114','Laptop','Norde ProBook 14','2019-05-06',1150.0,8,null],['LT-0115','Laptop','Norde ProBook 14','2021-03-22',1240.0,16,'Pawel Grabowski'],['LT-0116','Laptop','Norde ProBook 14','2022-05-09',1260.0,16,'Beatriz Leal'],
 ['LT-0117','Laptop','Norde ProBook 14','2020-11-30',1190.0,8,'Lars Veenstra'],['LT-0118','Laptop','Norde Air 13','2023-02-13',1150.0,16,'Chloe Atherton'],['LT-0119','Laptop','Lindqvist X13','2021-09-27',1520.0,32,'Dominik Wrona'],['LT-0120','Laptop','Lindqvist X13','2021-10-25',1530.0,32,'Saskia Bloem'],
 ['LT-0121','Laptop','Lindqvist X13','2020-07-13',1490.0,16,'Owen Tredinnick'],['LT-0122','Laptop','Norde ProBook 14','2019-04-15',1150.0,8,'Ruben Claessen'],['LT-0123','Laptop','Norde Air 13','2022-03-07',1100.0,16,'Marta Sobral'],['LT-0124','Laptop','Lindqvist X15','2022-08-29',2200.0,32,'Elif Arslan'],
 ['LT-0125','Laptop','Norde Air 13','2021-06-21',1050.0,8,'Jasper Nolan'],['LT-0126','Laptop','Norde Air 13','2021-06-21',1050.0,8,null],['LT-0127','Laptop','Lindqvist Rugged 15','2021-04-12',2120.0,16,'Piotr Zielinski'],['LT-0128','Laptop','Lindqvist Rugged 15','2021-04-12',2120.0,16,'Anouk Smit'],
 ['LT-0129','Laptop','Lindqvist Rugged 15','2023-04-24',2250.0,32,'Callum Firth'],['LT-0130','Laptop','Lindqvist X15','2023-03-06',2290.0,64,'Teresa Antunes'],['LT-0131','Laptop','Lindqvist X13','2021-11-15',1540.0,32,'Hamish Orr'],['LT-0132','Laptop','Lindqvist X15','2022-04-04',2180.0,64,'Agnieszka Pawlak'],
 ['LT-0133','Laptop','Norde Air 13','2023-09-11',1180.0,16,'Koen Timmers'],['LT-0134','Laptop','Norde ProBook 14','2020-02-03',1190.0,16,'Leonie Shaw'],['LT-0135','Laptop','Norde Air 13','2022-10-24',1140.0,16,'Tiago Borges'],['LT-0136','Laptop','Lindqvist X13','2023-06-19',1670.0,32,'Imran Sheikh'],
 ['PH-0301','Phone','Kobalt K7','2022-03-14',480.0,6,'Marijke Dekker'],['PH-0302','Phone','Kobalt K7','2022-03-14',480.0,6,'Alistair Boyd'],['PH-0303','Phone','Kobalt K9','2023-10-02',620.0,8,'Gareth Pugh'],['PH-0304','Phone','Kobalt K9','2023-10-02',620.0,8,'Zofia Lis'],
 ['PH-0305','Phone','Kobalt K7','2021-08-09',470.0,6,'Dominik Wrona'],['PH-0306','Phone','Kobalt K7','2021-08-09',470.0,6,'Tobias Kremer'],['PH-0307','Phone','Kobalt Tough','2020-10-26',540.0,4,'Piotr Zielinski'],['PH-0308','Phone','Kobalt K9','2023-11-20',630.0,8,null],
 ['TB-0401','Tablet','Kobalt Pad 11','2022-07-18',390.0,4,'Anouk Smit'],['TB-0402','Tablet','Kobalt Pad 11','2022-07-18',390.0,4,'Callum Firth'],['TB-0403','Tablet','Kobalt Pad Rugged','2023-07-03',710.0,6,'Bas Hoekstra']
] AS r CREATE (d:Device {asset_tag:r[0], device_type:r[1], model:r[2], purchase_date:r[3], price_eur:r[4], ram_gb:r[5], status: CASE WHEN r[6] IS NULL THEN 'in stock' ELSE 'in use' END})
WITH d, r MATCH (v:Vendor) WHERE v.name STARTS WITH split(r[2],' ')[0] CREATE (v)-[:SUPPLIES]->(d)
WITH d, r MATCH (e:Employee {name:r[6]}) CREATE (d)-[:ASSIGNMENT {assigned_on:date(r[3]) + duration({days: 3 + size(r[6]) % 9}), condition: CASE WHEN d.price_eur > 2000 THEN 'new' WHEN size(r[6]) % 3 = 0 THEN 'refurbished' ELSE 'new' END}]->(e);
MATCH (d:Device {device_type:'Laptop'}) SET d.encrypted = NOT d.asset_tag IN ['LT-0103','LT-0114','LT-0122','LT-0134'], d.os = CASE WHEN d.asset_tag IN ['LT-0110','LT-0111','LT-0112','LT-0130','LT-0132','LT-0120'] THEN 'Ubuntu 22.04' WHEN d.purchase_date < '2020-06-01' THEN 'Windows 10' ELSE 'Windows 11' END;
MATCH (d:Device {device_type:'Laptop'}) WHERE d.purchase_date >= '2021-06-01' SET d.warranty_until = date(d.purchase_date) + duration({years:3});
UNWIND [
 ['SV-0501','ams-erp-01','Lindqvist R740','2018-09-10',9800.0,256,32,'Almere DC1','Rocky Linux 8','production'],['SV-0502','ams-erp-02','Lindqvist R740','2018-09-10',9800.0,256,32,'Almere DC1','Rocky Linux 8','production'],['SV-0503','ams-wms-01','Lindqvist R640','2017-11-20',7400.0,128,24,'Almere DC1','Windows Server 2016','production'],
 ['SV-0504','ams-mon-01','Lindqvist R650','2021-05-17',8200.0,128,24,'Almere DC1','Debian 12','production'],['SV-0505','ams-siem-01','Lindqvist R750','2022-02-28',14600.0,512,64,'Almere DC1','Rocky Linux 9','production'],['SV-0506','ams-bkp-01','Lindqvist R540','2019-03-25',6900.0,96,16,'Almere DC1','Debian 11','production'],
 ['SV-0507','ams-bi-01','Lindqvist R750','2022-10-03',13900.0,384,48,'Almere DC1','Windows Server 2022','production'],['SV-0508','ams-ci-01','Lindqvist R650','2021-08-16',8350.0,192,32,'Almere DC1','Debian 12','development'],['SV-0509','slo-bkp-02','Lindqvist R540','2019-04-08',6900.0,96,16,'Slough DC2','Debian 11','production'],
 ['SV-0510','slo-wms-02','Lindqvist R640','2018-01-22',7450.0,128,24,'Slough DC2','Windows Server 2016','production'],['SV-0511','slo-mon-02','Lindqvist R650','2021-06-07',8200.0,64,16,'Slough DC2','Debian 12','production'],['SV-0512','slo-erp-dr','Lindqvist R740','2019-10-14',10100.0,256,32,'Slough DC2','Rocky Linux 8','standby'],
 ['SV-0513','slo-test-01','Norde T30','2016-06-13',3900.0,48,8,'Slough DC2','Windows Server 2016','test'],['SV-0514','rtm-file-01','Norde T40','2020-01-27',4600.0,64,12,'Rotterdam HQ','Windows Server 2019','production'],['SV-0515','lds-file-01','Norde T40','2020-02-10',4600.0,64,12,'Leeds Office','Windows Server 2019','production'],
 ['SV-0516','gdn-lab-01','Norde T30','2017-03-06',4100.0,32,8,'Gdansk Office','Ubuntu 22.04','test']
] AS r MATCH (l:Location {name:r[7]}), (v:Vendor) WHERE v.name STARTS WITH split(r[2],' ')[0] CREATE (d:Device {asset_tag:r[0], device_type:'Server', hostname:r[1], model:r[2], purchase_date:r[3], price_eur:r[4], ram_gb:r[5], cpu_cores:r[6], os:r[8], environment:r[9], status:'in use'})-[:LOCATED_AT]->(l), (v)-[:SUPPLIES]->(d);
UNWIND [['LedgerOne','ams-erp-01','8.4','2023-06-10'],['LedgerOne','ams-erp-02','8.4','2023-06-10'],['LedgerOne','slo-erp-dr','8.2','2022-04-23'],['LedgerOne','slo-test-01','8.5','2024-03-02'],['StockPilot','ams-wms-01','3.9','2022-09-17'],['StockPilot','slo-wms-02','3.8','2021-11-06'],['StockPilot','slo-test-01','4.0','2024-02-10'],['ScanBridge','ams-wms-01','2.2','2022-09-18'],['ScanBridge','slo-wms-02','2.2','2022-10-01'],['Watchtower','ams-mon-01','5.6','2023-12-09'],['Watchtower','slo-mon-02','5.6','2023-12-16'],['Hawkeye SIEM','ams-siem-01','6.3','2023-08-26'],['Nightvault','ams-bkp-01','4.0','2023-03-18'],['Nightvault','slo-bkp-02','3.7','2022-01-15'],['Chartwell BI','ams-bi-01','12.2','2024-01-20'],['Foreman CI','ams-ci-01','1.19','2023-10-07'],['Foreman CI','gdn-lab-01','1.17','2023-02-04'],['Wikiloft','rtm-file-01','1.4','2022-07-30'],['Palisade EDR','rtm-file-01','9.0','2023-09-02'],['Palisade EDR','lds-file-01','8.8','2022-12-03'],['Palisade EDR','ams-bi-01','9.0','2023-09-09'],['Palisade EDR','ams-wms-01','8.6','2022-06-18']] AS r
MATCH (a:Application {name:r[0]}), (d:Device {hostname:r[1]}) CREATE (a)-[:INSTALLATION {version:r[2], installed_on:r[3]}]->(d);
MATCH (d:Device {device_type:'Laptop'}) WITH d, toInteger(substring(d.asset_tag,3)) AS n MATCH (a:Application) WHERE (a.name = 'Papyrus Suite' AND d.os STARTS WITH 'Windows') OR (a.name = 'Palisade EDR' AND n % 5 <> 2) OR (a.name = 'RemoteHand' AND n IN [103,115,116,117,118]) OR (a.name = 'Chartwell BI' AND n IN [105,108,109,131,133,135])
CREATE (a)-[:INSTALLATION {version: CASE a.name WHEN 'Papyrus Suite' THEN CASE WHEN n % 4 = 0 THEN '2021' ELSE '2023' END WHEN 'Palisade EDR' THEN CASE WHEN n % 3 = 0 THEN '8.8' ELSE '9.0' END WHEN 'RemoteHand' THEN '3.3' ELSE '12.2' END, installed_on: toString(date(d.purchase_date) + duration({days: n % 20}))}]->(d);
UNWIND [['LedgerOne',['Femke van Rijn','admin'],['Ruben Claessen','admin'],['Elif Arslan','write'],['Marta Sobral','read'],['Sunita Rao','read'],['Marijke Dekker','read'],['Teresa Antunes','read']],['PayTide',['Marta Sobral','admin'],['Femke van Rijn','write'],['Harriet Lumley','read'],['Daphne Kuiper','read']],['Peoplewell',['Harriet Lumley','admin'],['Jasper Nolan','write'],['Daphne Kuiper','write'],['Owen Tredinnick','read'],['Marijke Dekker','read']],['StockPilot',['Bas Hoekstra','admin'],['Piotr Zielinski','admin'],['Anouk Smit','write'],['Callum Firth','write'],['Ruben Claessen','read'],['Agnieszka Pawlak','read']],['ScanBridge',['Anouk Smit','admin'],['Bas Hoekstra','write'],['Callum Firth','read']],['Dealroom',['Leonie Shaw','admin'],['Tiago Borges','write'],['Wies Vermeer','write'],['Sunita Rao','write'],['Koen Timmers','read']],['Hawkeye SIEM',['Krzysztof Maj','admin'],['Dominik Wrona','write'],['Imran Sheikh','read'],['Saskia Bloem','write'],['Gareth Pugh','read']],['KeyRing',['Owen Tredinnick','admin'],['Krzysztof Maj','admin'],['Joana Teixeira','write'],['Pawel Grabowski','write'],['Lars Veenstra','write'],['Rowan Metcalfe','read']],['Palisade EDR',['Saskia Bloem','admin'],['Dominik Wrona','write'],['Imran Sheikh','read']],['DeskDrum',['Joana Teixeira','admin'],['Pawel Grabowski','write'],['Beatriz Leal','write'],['Lars Veenstra','write'],['Chloe Atherton','write'],['Ola Nowicka','read'],['Gareth Pugh','write'],['Zofia Lis','write'],['Jasper Nolan','read']],['RemoteHand',['Lars Veenstra','admin'],['Beatriz Leal','write'],['Chloe Atherton','write']],['Chartwell BI',['Hamish Orr','admin'],['Nuno Carvalhal','admin'],['Koen Timmers','write'],['Sunita Rao','read'],['Femke van Rijn','read'],['Tiago Borges','read'],['Marijke Dekker','read']],['Delta Lakehouse',['Teresa Antunes','admin'],['Agnieszka Pawlak','write'],['Nuno Carvalhal','write'],['Hamish Orr','read'],['Inês Falcão','read']],['Foreman CI',['Zofia Lis','admin'],['Inês Falcão','write'],['Elif Arslan','write'],['Rowan Metcalfe','write']],['Watchtower',['Gareth Pugh','admin'],['Zofia Lis','write'],['Tobias Kremer','read'],['Piotr Zielinski','read'],['Alistair Boyd','read']],['Nightvault',['Tobias Kremer','admin'],['Alistair Boyd','write'],['Gareth Pugh','write']]] AS g
UNWIND tail(g) AS r MATCH (e:Employee {name:r[0]}), (a:Application {name:g[0]}) CREATE (e)-[:ACCESS {level:r[1], granted_on: date('2023-01-09') + duration({days:(size(r[0])*17 + size(g[0])*13) % 420}), mfa: size(r[0]) % 3 <> 1}]->(a);
UNWIND [
 ['INC-7001','Invoices stuck in approval queue',2,'2023-02-14','2023-02-15','LedgerOne','Femke van Rijn','Elif Arslan',9.5],['INC-7002','Payslips sent twice',1,'2023-03-27','2023-03-28','PayTide','Harriet Lumley','Marta Sobral',14.0],['INC-7003','Handheld scanners lose connection',2,'2023-04-11','2023-04-14','ScanBridge','Anouk Smit','Piotr Zielinski',31.0],
 ['INC-7004','Login loop after password reset',3,'2023-05-03','2023-05-03','KeyRing','Tiago Borges','Owen Tredinnick',2.5],['INC-7005','Nightly backup missed',2,'2023-05-22','2023-05-24','Nightvault','Tobias Kremer','Gareth Pugh',18.0],['INC-7006','Dashboard shows last month only',4,'2023-06-08','2023-06-12','Chartwell BI','Sunita Rao','Hamish Orr',6.0],
 ['INC-7007','Pick lists print blank',1,'2023-06-29','2023-06-29','StockPilot','Bas Hoekstra','Piotr Zielinski',4.0],['INC-7008','Alert storm from Slough',3,'2023-07-18','2023-07-19','Watchtower','Zofia Lis','Gareth Pugh',7.5],['INC-7009','Phishing wave hits sales inboxes',1,'2023-08-21','2023-08-23','Papyrus Suite','Leonie Shaw','Dominik Wrona',26.0],
 ['INC-7010','Agent slows laptops to a crawl',3,'2023-09-06','2023-09-13','Palisade EDR','Jasper Nolan','Saskia Bloem',22.0],['INC-7011','Duplicate customer records',4,'2023-09-25','2023-10-09','Dealroom','Leonie Shaw','Tiago Borges',12.0],['INC-7012','Purchase orders out of sync',2,'2023-10-17','2023-10-19','LedgerOne','Bas Hoekstra','Elif Arslan',17.0],
 ['INC-7013','Stock counts off by one pallet',3,'2023-11-02','2023-11-03','StockPilot','Callum Firth','Piotr Zielinski',5.5],['INC-7014','Log forwarding stopped',2,'2023-11-28','2023-11-29','Hawkeye SIEM','Krzysztof Maj','Dominik Wrona',8.0],['INC-7015','Holiday balances wrong',4,'2023-12-11','2024-01-05','Peoplewell','Daphne Kuiper','Jasper Nolan',10.0],
 ['INC-7016','Year-end close times out',1,'2024-01-03','2024-01-04','LedgerOne','Femke van Rijn','Tobias Kremer',16.0],['INC-7017','Remote session drops',4,'2024-01-22','2024-01-22','RemoteHand','Beatriz Leal','Lars Veenstra',1.5],['INC-7018','Ingest job fails on Mondays',3,'2024-02-05','2024-02-13','Delta Lakehouse','Nuno Carvalhal','Agnieszka Pawlak',19.0],
 ['INC-7019','MFA codes arrive late',2,'2024-02-26','2024-02-27','KeyRing','Chloe Atherton','Owen Tredinnick',6.5],['INC-7020','Build runners out of disk',3,'2024-03-12','2024-03-12','Foreman CI','Elif Arslan','Zofia Lis',3.0],['INC-7021','Label printer offline in Gdansk',4,'2024-03-21',null,'StockPilot','Piotr Zielinski','Anouk Smit',null],
 ['INC-7022','Ticket emails not sent',3,'2024-04-02',null,'DeskDrum','Joana Teixeira','Pawel Grabowski',null],['INC-7023','Suspicious admin sign-ins',1,'2024-04-09',null,'KeyRing','Dominik Wrona','Krzysztof Maj',null],['INC-7024','Restore test failed',2,'2024-04-16',null,'Nightvault','Gareth Pugh','Tobias Kremer',null]
] AS r MATCH (a:Application {name:r[5]}), (p:Employee {name:r[6]}), (h:Employee {name:r[7]})
CREATE (i:Incident {incident_no:r[0], summary:r[1], severity:r[2], opened_at:r[3], status: CASE WHEN r[4] IS NULL THEN 'open' ELSE 'resolved' END})-[:AFFECTS]->(a), (p)-[:REPORTED]->(i) CREATE (h)-[w:HANDLES]->(i) SET i.resolved_at = r[4], w.hours_spent = r[8];
