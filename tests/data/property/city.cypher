// An invented municipal administration, terse and mixed names. `issued` and `expires` of permits are text (ISO), `opened`/`closed` of complaints are native datetimes (`closed` missing when still open),
// `from`/`to` of council terms are years on SITS_FOR; `hired` of inspectors is a text date day.month.year.
// Traps: the order of stops is `seq` on CALLS_AT (per line); budgets are nodes with `fy` and `amt` (in thousands of euros, see `unit`), one per department and year; `spent` missing for the running year;
// `pop` of districts is a number, `len_m` of streets is a number stored as text; a council member heads a committee with CHAIRS and belongs to others with MEMBER_OF;
// a department head is a property (`head`), not a node; a stop has no district of its own, it lies on a street.

UNWIND [
  {nm: 'Altmarkt', pop: 8200, areaKm2: 1.4, heritageZone: true},
  {nm: 'Riverside', pop: 15400, areaKm2: 3.9, heritageZone: true},
  {nm: 'Hafenviertel', pop: 11900, areaKm2: 5.2, heritageZone: false},
  {nm: 'Nordend', pop: 21300, areaKm2: 6.8, heritageZone: false},
  {nm: 'Steinfeld', pop: 6700, areaKm2: 9.4, heritageZone: false},
  {nm: 'Weststadt', pop: 18100, areaKm2: 4.6, heritageZone: false},
  {nm: 'Lindenau', pop: 9600, areaKm2: 7.1, heritageZone: true}
] AS row CREATE (node:District) SET node = row;

UNWIND [
  {nm: 'Mill Street', len_m: '2330', oneWay: false, resurfaced: 2009},
  {nm: 'Cathedral Square', len_m: '620', oneWay: false, resurfaced: 2022},
  {nm: 'Ferry Lane', len_m: '270', oneWay: false, resurfaced: 2015},
  {nm: 'Kasernen Street', len_m: '2180', oneWay: false},
  {nm: 'Rose Alley', len_m: '2270', oneWay: false, resurfaced: 2021},
  {nm: 'Station Avenue', len_m: '820', oneWay: true, resurfaced: 2014},
  {nm: 'Tanner Row', len_m: '470', oneWay: true, resurfaced: 2007},
  {nm: 'Harbour Road', len_m: '840', oneWay: false, resurfaced: 2020},
  {nm: 'Linden Avenue', len_m: '760', oneWay: false},
  {nm: 'Glassworks Street', len_m: '430', oneWay: true, resurfaced: 2006},
  {nm: 'Poplar Way', len_m: '1430', oneWay: true, resurfaced: 2019},
  {nm: 'School Hill', len_m: '1600', oneWay: false, resurfaced: 2012},
  {nm: 'Bridge Street', len_m: '590', oneWay: false, resurfaced: 2005},
  {nm: 'Weaver Yard', len_m: '1260', oneWay: true},
  {nm: 'Old North Road', len_m: '2220', oneWay: false, resurfaced: 2011},
  {nm: 'Quarry Lane', len_m: '570', oneWay: true, resurfaced: 2004},
  {nm: 'Elbe Embankment', len_m: '1990', oneWay: false, resurfaced: 2017},
  {nm: 'Gasworks Street', len_m: '2450', oneWay: false, resurfaced: 2010},
  {nm: 'Orchard Close', len_m: '380', oneWay: false},
  {nm: 'Market Passage', len_m: '1790', oneWay: true, resurfaced: 2016}
] AS row CREATE (node:Street) SET node = row;

UNWIND [
  ['Mill Street', 'Altmarkt', {}],
  ['Cathedral Square', 'Riverside', {}],
  ['Ferry Lane', 'Hafenviertel', {}],
  ['Kasernen Street', 'Nordend', {}],
  ['Rose Alley', 'Steinfeld', {}],
  ['Station Avenue', 'Weststadt', {}],
  ['Tanner Row', 'Lindenau', {}],
  ['Harbour Road', 'Steinfeld', {}],
  ['Linden Avenue', 'Riverside', {}],
  ['Glassworks Street', 'Weststadt', {}],
  ['Poplar Way', 'Lindenau', {}],
  ['School Hill', 'Lindenau', {}],
  ['Bridge Street', 'Riverside', {}],
  ['Weaver Yard', 'Hafenviertel', {}],
  ['Old North Road', 'Lindenau', {}],
  ['Quarry Lane', 'Steinfeld', {}],
  ['Elbe Embankment', 'Hafenviertel', {}],
  ['Gasworks Street', 'Altmarkt', {}],
  ['Orchard Close', 'Steinfeld', {}],
  ['Market Passage', 'Lindenau', {}]
] AS row MATCH (a:Street {nm: row[0]}), (b:District {nm: row[1]}) CREATE (a)-[fact:IN]->(b) SET fact = row[2];

UNWIND [
  {nm: 'Parks', head: 'Ines Albrecht', office: 'Town Hall Annex', staff: 64},
  {nm: 'Roads', head: 'Viktor Sander', office: 'Depot West', staff: 118},
  {nm: 'Housing', head: 'Marlene Voigt', office: 'Town Hall', staff: 47},
  {nm: 'Culture', head: 'Teodor Blum', office: 'Old Library', staff: 39},
  {nm: 'Public Order', head: 'Gerda Kohl', office: 'Town Hall', staff: 91},
  {nm: 'Transport', head: 'Sami Lehto', office: 'Tram House', staff: 152}
] AS row CREATE (node:Dept) SET node = row;

UNWIND [
  {bid: 'B-PAR-2021', fy: 2021, amt: 2239, unit: 'kEUR', spent: 2251},
  {bid: 'B-PAR-2022', fy: 2022, amt: 2084, unit: 'kEUR', spent: 2194},
  {bid: 'B-PAR-2023', fy: 2023, amt: 2325, unit: 'kEUR', spent: 2500},
  {bid: 'B-PAR-2024', fy: 2024, amt: 2383, unit: 'kEUR'},
  {bid: 'B-ROA-2021', fy: 2021, amt: 5990, unit: 'kEUR', spent: 6354},
  {bid: 'B-ROA-2022', fy: 2022, amt: 7119, unit: 'kEUR', spent: 7309},
  {bid: 'B-ROA-2023', fy: 2023, amt: 6416, unit: 'kEUR', spent: 6817},
  {bid: 'B-ROA-2024', fy: 2024, amt: 6847, unit: 'kEUR'},
  {bid: 'B-HOU-2021', fy: 2021, amt: 4008, unit: 'kEUR', spent: 3495},
  {bid: 'B-HOU-2022', fy: 2022, amt: 3698, unit: 'kEUR', spent: 3211},
  {bid: 'B-HOU-2023', fy: 2023, amt: 4270, unit: 'kEUR', spent: 4302},
  {bid: 'B-HOU-2024', fy: 2024, amt: 4216, unit: 'kEUR'},
  {bid: 'B-CUL-2022', fy: 2022, amt: 2059, unit: 'kEUR', spent: 1813},
  {bid: 'B-CUL-2023', fy: 2023, amt: 2118, unit: 'kEUR', spent: 2210},
  {bid: 'B-CUL-2024', fy: 2024, amt: 2227, unit: 'kEUR'},
  {bid: 'B-PUB-2021', fy: 2021, amt: 4263, unit: 'kEUR', spent: 4482},
  {bid: 'B-PUB-2022', fy: 2022, amt: 4153, unit: 'kEUR', spent: 4339},
  {bid: 'B-PUB-2023', fy: 2023, amt: 4612, unit: 'kEUR', spent: 4129},
  {bid: 'B-PUB-2024', fy: 2024, amt: 4861, unit: 'kEUR'},
  {bid: 'B-TRA-2021', fy: 2021, amt: 8177, unit: 'kEUR', spent: 8585},
  {bid: 'B-TRA-2022', fy: 2022, amt: 9065, unit: 'kEUR', spent: 9214},
  {bid: 'B-TRA-2023', fy: 2023, amt: 9481, unit: 'kEUR', spent: 10027},
  {bid: 'B-TRA-2024', fy: 2024, amt: 9264, unit: 'kEUR'}
] AS row CREATE (node:Budget) SET node = row;

UNWIND [
  ['Parks', 'B-PAR-2021', {}],
  ['Parks', 'B-PAR-2022', {}],
  ['Parks', 'B-PAR-2023', {}],
  ['Parks', 'B-PAR-2024', {}],
  ['Roads', 'B-ROA-2021', {}],
  ['Roads', 'B-ROA-2022', {}],
  ['Roads', 'B-ROA-2023', {}],
  ['Roads', 'B-ROA-2024', {}],
  ['Housing', 'B-HOU-2021', {}],
  ['Housing', 'B-HOU-2022', {}],
  ['Housing', 'B-HOU-2023', {}],
  ['Housing', 'B-HOU-2024', {}],
  ['Culture', 'B-CUL-2022', {}],
  ['Culture', 'B-CUL-2023', {}],
  ['Culture', 'B-CUL-2024', {}],
  ['Public Order', 'B-PUB-2021', {}],
  ['Public Order', 'B-PUB-2022', {}],
  ['Public Order', 'B-PUB-2023', {}],
  ['Public Order', 'B-PUB-2024', {}],
  ['Transport', 'B-TRA-2021', {}],
  ['Transport', 'B-TRA-2022', {}],
  ['Transport', 'B-TRA-2023', {}],
  ['Transport', 'B-TRA-2024', {}]
] AS row MATCH (a:Dept {nm: row[0]}), (b:Budget {bid: row[1]}) CREATE (a)-[fact:HAS_BUDGET]->(b) SET fact = row[2];

UNWIND [
  {name: 'Karl Wendt', speciality: 'fire safety', hired: '09.07.2005', badge: 'I04'},
  {name: 'Paula Richter', speciality: 'building', hired: '10.08.2012', badge: 'I11'},
  {name: 'Imre Farkas', speciality: 'building', hired: '12.02.2006', badge: 'I18'},
  {name: 'Selma Yildiz', speciality: 'hygiene', hired: '20.08.2009', badge: 'I25'},
  {name: 'Jonas Pohl', speciality: 'noise', hired: '31.12.2016', badge: 'I32'},
  {name: 'Beate Scholz', speciality: 'hygiene', hired: '03.07.2007', badge: 'I39'},
  {name: 'Nadia Orlov', speciality: 'fire safety', hired: '18.12.2004', badge: 'I46'},
  {name: 'Rudi Maas', speciality: 'environment', hired: '01.09.2013', badge: 'I53'}
] AS row CREATE (node:Inspector) SET node = row;

UNWIND [
  ['Karl Wendt', 'Public Order', {}],
  ['Paula Richter', 'Housing', {}],
  ['Imre Farkas', 'Housing', {}],
  ['Selma Yildiz', 'Public Order', {}],
  ['Jonas Pohl', 'Public Order', {}],
  ['Beate Scholz', 'Public Order', {}],
  ['Nadia Orlov', 'Public Order', {}],
  ['Rudi Maas', 'Parks', {}]
] AS row MATCH (a:Inspector {name: row[0]}), (b:Dept {nm: row[1]}) CREATE (a)-[fact:WORKS_IN]->(b) SET fact = row[2];

UNWIND [
  {name: 'Cafe Mokka', type: 'business', email: 'cafe.mokka@mail.example'},
  {name: 'Brauhaus Anker', type: 'business', email: 'brauhaus.anker@mail.example'},
  {name: 'Delta Bau', type: 'business'},
  {name: 'Kino Lux', type: 'business', email: 'kino.lux@mail.example'},
  {name: 'Florian Eder', type: 'person', email: 'florian.eder@mail.example'},
  {name: 'Sports Club Nord', type: 'club', email: 'sports.club.nord@mail.example'},
  {name: 'Bakery Heller', type: 'business'},
  {name: 'Maria Lindqvist', type: 'person', email: 'maria.lindqvist@mail.example'},
  {name: 'Grand Hotel Elbe', type: 'business', email: 'grand.hotel.elbe@mail.example'}
] AS row CREATE (node:Applicant) SET node = row;

UNWIND [
  {permitNo: 'P5001', kind: 'demolition', status: 'granted', issued: '2022-08-04', expires: '2023-08-04', feeEur: 1230},
  {permitNo: 'P5004', kind: 'building', status: 'granted', issued: '2021-07-29', expires: '2022-01-25', feeEur: 56},
  {permitNo: 'P5007', kind: 'event', status: 'refused', feeEur: 1167},
  {permitNo: 'P5010', kind: 'building', status: 'revoked', issued: '2021-07-29', expires: '2022-07-29', feeEur: 1633},
  {permitNo: 'P5013', kind: 'event', status: 'granted', issued: '2022-12-22', expires: '2023-12-22', feeEur: 249},
  {permitNo: 'P5016', kind: 'building', status: 'pending', feeEur: 1835},
  {permitNo: 'P5019', kind: 'signage', status: 'granted', issued: '2023-06-14', expires: '2023-12-11', feeEur: 1161},
  {permitNo: 'P5022', kind: 'building', status: 'pending', feeEur: 1697},
  {permitNo: 'P5025', kind: 'building', status: 'pending', feeEur: 1443},
  {permitNo: 'P5028', kind: 'terrace', status: 'refused', feeEur: 1674},
  {permitNo: 'P5031', kind: 'building', status: 'revoked', issued: '2023-12-06', expires: '2024-03-05', feeEur: 335},
  {permitNo: 'P5034', kind: 'signage', status: 'refused', feeEur: 651},
  {permitNo: 'P5037', kind: 'terrace', status: 'granted', issued: '2023-06-15', expires: '2023-09-13', feeEur: 737},
  {permitNo: 'P5040', kind: 'signage', status: 'revoked', issued: '2021-02-20', expires: '2023-02-20', feeEur: 868},
  {permitNo: 'P5043', kind: 'building', status: 'revoked', issued: '2022-05-13', expires: '2022-08-11', feeEur: 1354},
  {permitNo: 'P5046', kind: 'building', status: 'refused', feeEur: 210},
  {permitNo: 'P5049', kind: 'signage', status: 'revoked', issued: '2023-01-27', expires: '2023-04-27', feeEur: 421},
  {permitNo: 'P5052', kind: 'demolition', status: 'refused', feeEur: 272},
  {permitNo: 'P5055', kind: 'building', status: 'revoked', issued: '2024-04-18', expires: '2024-07-17', feeEur: 1493},
  {permitNo: 'P5058', kind: 'building', status: 'granted', issued: '2022-12-16', expires: '2024-12-15', feeEur: 354},
  {permitNo: 'P5061', kind: 'event', status: 'granted', issued: '2021-02-19', expires: '2021-08-18', feeEur: 1080},
  {permitNo: 'P5064', kind: 'event', status: 'granted', issued: '2024-02-03', expires: '2025-02-02', feeEur: 1116},
  {permitNo: 'P5067', kind: 'building', status: 'granted', issued: '2022-10-26', expires: '2023-04-24', feeEur: 937},
  {permitNo: 'P5070', kind: 'demolition', status: 'pending', feeEur: 838}
] AS row CREATE (node:Permit) SET node = row;

UNWIND [
  ['P5001', 'Glassworks Street', {}],
  ['P5004', 'Mill Street', {}],
  ['P5007', 'Glassworks Street', {}],
  ['P5010', 'Harbour Road', {}],
  ['P5013', 'Harbour Road', {}],
  ['P5016', 'Linden Avenue', {}],
  ['P5019', 'Cathedral Square', {}],
  ['P5022', 'Gasworks Street', {}],
  ['P5025', 'Old North Road', {}],
  ['P5028', 'Bridge Street', {}],
  ['P5031', 'Station Avenue', {}],
  ['P5034', 'Quarry Lane', {}],
  ['P5037', 'Linden Avenue', {}],
  ['P5040', 'Elbe Embankment', {}],
  ['P5043', 'Glassworks Street', {}],
  ['P5046', 'Bridge Street', {}],
  ['P5049', 'Weaver Yard', {}],
  ['P5052', 'Mill Street', {}],
  ['P5055', 'Poplar Way', {}],
  ['P5058', 'Poplar Way', {}],
  ['P5061', 'Poplar Way', {}],
  ['P5064', 'Kasernen Street', {}],
  ['P5067', 'Kasernen Street', {}],
  ['P5070', 'Glassworks Street', {}]
] AS row MATCH (a:Permit {permitNo: row[0]}), (b:Street {nm: row[1]}) CREATE (a)-[fact:FOR_STREET]->(b) SET fact = row[2];

UNWIND [
  ['Brauhaus Anker', 'P5001', {}],
  ['Bakery Heller', 'P5004', {}],
  ['Maria Lindqvist', 'P5007', {}],
  ['Kino Lux', 'P5010', {}],
  ['Bakery Heller', 'P5013', {}],
  ['Brauhaus Anker', 'P5016', {}],
  ['Sports Club Nord', 'P5019', {}],
  ['Maria Lindqvist', 'P5022', {}],
  ['Bakery Heller', 'P5025', {}],
  ['Florian Eder', 'P5028', {}],
  ['Maria Lindqvist', 'P5031', {}],
  ['Kino Lux', 'P5034', {}],
  ['Maria Lindqvist', 'P5037', {}],
  ['Delta Bau', 'P5040', {}],
  ['Bakery Heller', 'P5043', {}],
  ['Brauhaus Anker', 'P5046', {}],
  ['Bakery Heller', 'P5049', {}],
  ['Maria Lindqvist', 'P5052', {}],
  ['Bakery Heller', 'P5055', {}],
  ['Brauhaus Anker', 'P5058', {}],
  ['Bakery Heller', 'P5061', {}],
  ['Brauhaus Anker', 'P5064', {}],
  ['Maria Lindqvist', 'P5067', {}],
  ['Brauhaus Anker', 'P5070', {}]
] AS row MATCH (a:Applicant {name: row[0]}), (b:Permit {permitNo: row[1]}) CREATE (a)-[fact:APPLIED_FOR]->(b) SET fact = row[2];

UNWIND [
  ['Beate Scholz', 'P5001', {visited: '2022-07-30', result: 'passed'}],
  ['Selma Yildiz', 'P5001', {visited: '2022-07-31', result: 'passed'}],
  ['Jonas Pohl', 'P5004', {visited: '2021-06-08', result: 'passed'}],
  ['Nadia Orlov', 'P5007', {visited: '2021-11-21', result: 'passed'}],
  ['Imre Farkas', 'P5010', {visited: '2021-06-12', result: 'passed'}],
  ['Nadia Orlov', 'P5013', {visited: '2022-11-17', result: 'passed'}],
  ['Beate Scholz', 'P5013', {visited: '2022-12-20', result: 'passed'}],
  ['Beate Scholz', 'P5019', {visited: '2023-04-29', result: 'passed'}],
  ['Karl Wendt', 'P5022', {visited: '2022-10-07', result: 'passed with conditions'}],
  ['Beate Scholz', 'P5025', {visited: '2021-09-17', result: 'passed'}],
  ['Imre Farkas', 'P5025', {visited: '2021-09-24', result: 'passed'}],
  ['Selma Yildiz', 'P5028', {visited: '2023-02-14', result: 'passed'}],
  ['Karl Wendt', 'P5031', {visited: '2023-11-14', result: 'passed'}],
  ['Paula Richter', 'P5037', {visited: '2023-05-26', result: 'passed'}],
  ['Nadia Orlov', 'P5037', {visited: '2023-06-14', result: 'passed'}],
  ['Paula Richter', 'P5040', {visited: '2021-01-27', result: 'passed'}],
  ['Beate Scholz', 'P5043', {visited: '2022-05-02', result: 'failed'}],
  ['Imre Farkas', 'P5046', {visited: '2022-04-29', result: 'passed'}],
  ['Karl Wendt', 'P5049', {visited: '2022-12-29', result: 'passed'}],
  ['Nadia Orlov', 'P5049', {visited: '2023-01-23', result: 'passed'}],
  ['Karl Wendt', 'P5055', {visited: '2024-03-21', result: 'passed with conditions'}],
  ['Selma Yildiz', 'P5058', {visited: '2022-12-11', result: 'passed'}],
  ['Selma Yildiz', 'P5061', {visited: '2021-01-17', result: 'passed with conditions'}],
  ['Nadia Orlov', 'P5061', {visited: '2021-02-18', result: 'passed'}],
  ['Karl Wendt', 'P5064', {visited: '2023-12-11', result: 'passed'}],
  ['Beate Scholz', 'P5067', {visited: '2022-09-26', result: 'passed with conditions'}]
] AS row MATCH (a:Inspector {name: row[0]}), (b:Permit {permitNo: row[1]}) CREATE (a)-[fact:CHECKED]->(b) SET fact = row[2];

UNWIND [
  {nm: 'Green List', colour: 'green'},
  {nm: 'Civic Union', colour: 'blue'},
  {nm: 'Labour', colour: 'red'},
  {nm: 'Free Voters', colour: 'orange'}
] AS row CREATE (node:Party) SET node = row;

UNWIND [
  {name: 'Anton Bergmann', born: 1957, job: 'nurse'},
  {name: 'Birte Claasen', born: 1980, job: 'retired'},
  {name: 'Cem Aksoy', born: 1953, job: 'engineer'},
  {name: 'Doris Engel', born: 1976, job: 'retired'},
  {name: 'Emil Fuchs', born: 1949, job: 'teacher'},
  {name: 'Frauke Gerlach', born: 1972, job: 'baker'},
  {name: 'Georg Hahn', born: 1995, job: 'baker'},
  {name: 'Hedwig Iversen', born: 1968, job: 'baker'},
  {name: 'Ivo Jansen', born: 1991, job: 'nurse'},
  {name: 'Jutta Krings', born: 1964, job: 'nurse'},
  {name: 'Kemal Demir', born: 1987, job: 'retired'},
  {name: 'Lena Moritz', born: 1960, job: 'baker'}
] AS row CREATE (node:CouncilMember) SET node = row;

UNWIND [
  ['Anton Bergmann', 'Green List', {}],
  ['Birte Claasen', 'Civic Union', {}],
  ['Cem Aksoy', 'Labour', {}],
  ['Doris Engel', 'Civic Union', {}],
  ['Emil Fuchs', 'Free Voters', {}],
  ['Frauke Gerlach', 'Green List', {}],
  ['Georg Hahn', 'Labour', {}],
  ['Hedwig Iversen', 'Civic Union', {}],
  ['Ivo Jansen', 'Labour', {}],
  ['Jutta Krings', 'Green List', {}],
  ['Kemal Demir', 'Free Voters', {}],
  ['Lena Moritz', 'Civic Union', {}]
] AS row MATCH (a:CouncilMember {name: row[0]}), (b:Party {nm: row[1]}) CREATE (a)-[fact:BELONGS_TO]->(b) SET fact = row[2];

UNWIND [
  ['Anton Bergmann', 'Altmarkt', {from: 2009, to: 2029}],
  ['Birte Claasen', 'Riverside', {from: 2014, to: 2024}],
  ['Cem Aksoy', 'Hafenviertel', {from: 2019, to: 2029}],
  ['Doris Engel', 'Nordend', {from: 2004, to: 2019}],
  ['Emil Fuchs', 'Steinfeld', {from: 2019, to: 2029}],
  ['Frauke Gerlach', 'Weststadt', {from: 2024, to: 2029}],
  ['Georg Hahn', 'Lindenau', {from: 2014, to: 2029}],
  ['Hedwig Iversen', 'Altmarkt', {from: 2009, to: 2019}],
  ['Ivo Jansen', 'Riverside', {from: 2019, to: 2024}],
  ['Jutta Krings', 'Hafenviertel', {from: 2014, to: 2029}],
  ['Kemal Demir', 'Nordend', {from: 2024, to: 2029}],
  ['Lena Moritz', 'Steinfeld', {from: 2019, to: 2024}]
] AS row MATCH (a:CouncilMember {name: row[0]}), (b:District {nm: row[1]}) CREATE (a)-[fact:SITS_FOR]->(b) SET fact = row[2];

UNWIND [
  {nm: 'Finance', meets: 'monthly'},
  {nm: 'Planning', meets: 'fortnightly'},
  {nm: 'Environment', meets: 'monthly'},
  {nm: 'Culture and Sport', meets: 'quarterly'}
] AS row CREATE (node:Committee) SET node = row;

UNWIND [
  ['Anton Bergmann', 'Environment', {}],
  ['Georg Hahn', 'Finance', {}],
  ['Cem Aksoy', 'Planning', {}],
  ['Jutta Krings', 'Culture and Sport', {}]
] AS row MATCH (a:CouncilMember {name: row[0]}), (b:Committee {nm: row[1]}) CREATE (a)-[fact:CHAIRS]->(b) SET fact = row[2];

UNWIND [
  ['Anton Bergmann', 'Culture and Sport', {}],
  ['Birte Claasen', 'Environment', {}],
  ['Emil Fuchs', 'Environment', {}],
  ['Frauke Gerlach', 'Finance', {}],
  ['Georg Hahn', 'Environment', {}],
  ['Ivo Jansen', 'Finance', {}],
  ['Ivo Jansen', 'Planning', {}],
  ['Jutta Krings', 'Environment', {}],
  ['Jutta Krings', 'Finance', {}]
] AS row MATCH (a:CouncilMember {name: row[0]}), (b:Committee {nm: row[1]}) CREATE (a)-[fact:MEMBER_OF]->(b) SET fact = row[2];

UNWIND [
  {ref: 'K011', topic: 'pothole', opened: datetime('2023-12-01T09:10:00Z'), closed: datetime('2023-12-22T11:10:00Z'), urgency: 'high'},
  {ref: 'K015', topic: 'noise', opened: datetime('2024-05-30T17:35:00Z'), closed: datetime('2024-06-01T20:35:00Z'), urgency: 'medium'},
  {ref: 'K019', topic: 'parking', opened: datetime('2023-11-16T18:10:00Z'), urgency: 'high'},
  {ref: 'K023', topic: 'noise', opened: datetime('2024-05-28T17:05:00Z'), closed: datetime('2024-06-29T18:05:00Z'), urgency: 'medium'},
  {ref: 'K027', topic: 'noise', opened: datetime('2023-07-13T19:20:00Z'), closed: datetime('2023-08-24T02:20:00Z'), urgency: 'low'},
  {ref: 'K031', topic: 'noise', opened: datetime('2023-01-02T14:35:00Z'), closed: datetime('2023-02-27T18:35:00Z'), urgency: 'medium'},
  {ref: 'K035', topic: 'noise', opened: datetime('2024-01-03T10:05:00Z'), closed: datetime('2024-01-04T15:05:00Z'), urgency: 'medium'},
  {ref: 'K039', topic: 'noise', opened: datetime('2023-11-26T11:10:00Z'), urgency: 'high'},
  {ref: 'K043', topic: 'noise', opened: datetime('2024-01-04T07:10:00Z'), closed: datetime('2024-01-19T15:10:00Z'), urgency: 'medium'},
  {ref: 'K047', topic: 'litter', opened: datetime('2023-06-03T09:05:00Z'), closed: datetime('2023-06-19T16:05:00Z'), urgency: 'low'},
  {ref: 'K051', topic: 'pothole', opened: datetime('2024-03-05T18:50:00Z'), closed: datetime('2024-04-05T20:50:00Z'), urgency: 'high'},
  {ref: 'K055', topic: 'pothole', opened: datetime('2024-06-07T12:35:00Z'), closed: datetime('2024-06-26T13:35:00Z'), urgency: 'low'},
  {ref: 'K059', topic: 'noise', opened: datetime('2023-07-01T14:50:00Z'), urgency: 'high'},
  {ref: 'K063', topic: 'pothole', opened: datetime('2023-12-26T16:05:00Z'), closed: datetime('2024-01-09T17:05:00Z'), urgency: 'low'},
  {ref: 'K067', topic: 'noise', opened: datetime('2024-02-11T14:35:00Z'), closed: datetime('2024-04-22T15:35:00Z'), urgency: 'high'},
  {ref: 'K071', topic: 'pothole', opened: datetime('2024-01-01T12:05:00Z'), closed: datetime('2024-01-03T18:05:00Z'), urgency: 'high'},
  {ref: 'K075', topic: 'litter', opened: datetime('2023-08-09T10:50:00Z'), closed: datetime('2023-08-22T11:50:00Z'), urgency: 'low'},
  {ref: 'K079', topic: 'parking', opened: datetime('2024-04-19T10:10:00Z'), urgency: 'low'},
  {ref: 'K083', topic: 'noise', opened: datetime('2023-08-02T10:35:00Z'), closed: datetime('2023-08-07T12:35:00Z'), urgency: 'low'},
  {ref: 'K087', topic: 'pothole', opened: datetime('2024-03-31T15:05:00Z'), closed: datetime('2024-06-11T23:05:00Z'), urgency: 'high'},
  {ref: 'K091', topic: 'street light', opened: datetime('2023-04-07T15:35:00Z'), closed: datetime('2023-04-11T23:35:00Z'), urgency: 'high'},
  {ref: 'K095', topic: 'pothole', opened: datetime('2023-07-02T11:50:00Z'), closed: datetime('2023-07-02T16:50:00Z'), urgency: 'high'},
  {ref: 'K099', topic: 'noise', opened: datetime('2023-01-07T11:10:00Z'), urgency: 'medium'},
  {ref: 'K103', topic: 'litter', opened: datetime('2024-04-05T12:35:00Z'), closed: datetime('2024-06-07T13:35:00Z'), urgency: 'medium'},
  {ref: 'K107', topic: 'parking', opened: datetime('2023-09-28T12:20:00Z'), closed: datetime('2023-12-07T20:20:00Z'), urgency: 'low'},
  {ref: 'K111', topic: 'noise', opened: datetime('2023-02-23T16:10:00Z'), closed: datetime('2023-05-05T18:10:00Z'), urgency: 'low'}
] AS row CREATE (node:Complaint) SET node = row;

UNWIND [
  ['K011', 'Elbe Embankment', {}],
  ['K015', 'Old North Road', {}],
  ['K019', 'Harbour Road', {}],
  ['K023', 'Orchard Close', {}],
  ['K027', 'Tanner Row', {}],
  ['K031', 'Station Avenue', {}],
  ['K035', 'Gasworks Street', {}],
  ['K039', 'Old North Road', {}],
  ['K043', 'Gasworks Street', {}],
  ['K047', 'Mill Street', {}],
  ['K051', 'Market Passage', {}],
  ['K055', 'Bridge Street', {}],
  ['K059', 'Poplar Way', {}],
  ['K063', 'Old North Road', {}],
  ['K067', 'Market Passage', {}],
  ['K071', 'Mill Street', {}],
  ['K075', 'Orchard Close', {}],
  ['K079', 'Elbe Embankment', {}],
  ['K083', 'Ferry Lane', {}],
  ['K087', 'Orchard Close', {}],
  ['K091', 'Poplar Way', {}],
  ['K095', 'Orchard Close', {}],
  ['K099', 'Harbour Road', {}],
  ['K103', 'Tanner Row', {}],
  ['K107', 'Orchard Close', {}],
  ['K111', 'Ferry Lane', {}]
] AS row MATCH (a:Complaint {ref: row[0]}), (b:Street {nm: row[1]}) CREATE (a)-[fact:ABOUT]->(b) SET fact = row[2];

UNWIND [
  ['K011', 'Roads', {escalated: false}],
  ['K015', 'Public Order', {escalated: false}],
  ['K019', 'Transport', {escalated: false}],
  ['K023', 'Public Order', {escalated: true}],
  ['K027', 'Public Order', {escalated: false}],
  ['K031', 'Public Order', {escalated: true}],
  ['K035', 'Public Order', {escalated: false}],
  ['K043', 'Public Order', {escalated: false}],
  ['K047', 'Parks', {escalated: false}],
  ['K051', 'Roads', {escalated: false}],
  ['K055', 'Roads', {escalated: false}],
  ['K059', 'Public Order', {escalated: false}],
  ['K063', 'Roads', {escalated: false}],
  ['K067', 'Public Order', {escalated: true}],
  ['K071', 'Roads', {escalated: true}],
  ['K079', 'Transport', {escalated: true}],
  ['K083', 'Public Order', {escalated: false}],
  ['K087', 'Roads', {escalated: true}],
  ['K091', 'Roads', {escalated: false}],
  ['K095', 'Roads', {escalated: true}],
  ['K099', 'Public Order', {escalated: false}],
  ['K103', 'Parks', {escalated: false}],
  ['K107', 'Transport', {escalated: true}]
] AS row MATCH (a:Complaint {ref: row[0]}), (b:Dept {nm: row[1]}) CREATE (a)-[fact:ASSIGNED_TO]->(b) SET fact = row[2];

UNWIND [
  {nm: 'Central Station', shelter: false, zone: 'A'},
  {nm: 'Town Hall', shelter: true, zone: 'B'},
  {nm: 'Ferry Pier', shelter: false, zone: 'B'},
  {nm: 'North Cemetery', shelter: true, zone: 'C'},
  {nm: 'University', shelter: true, zone: 'A'},
  {nm: 'Glassworks', shelter: false, zone: 'B'},
  {nm: 'Stadium', shelter: false, zone: 'C'},
  {nm: 'Linden Park', shelter: true, zone: 'B'},
  {nm: 'Hospital', shelter: false, zone: 'A'},
  {nm: 'Harbour Gate', shelter: false, zone: 'C'},
  {nm: 'Quarry', shelter: true, zone: 'C'},
  {nm: 'Market', shelter: false, zone: 'A'}
] AS row CREATE (node:Stop) SET node = row;

UNWIND [
  ['Central Station', 'Station Avenue', {}],
  ['Town Hall', 'Cathedral Square', {}],
  ['Ferry Pier', 'Ferry Lane', {}],
  ['North Cemetery', 'Old North Road', {}],
  ['University', 'School Hill', {}],
  ['Glassworks', 'Glassworks Street', {}],
  ['Stadium', 'Poplar Way', {}],
  ['Linden Park', 'Linden Avenue', {}],
  ['Hospital', 'Bridge Street', {}],
  ['Harbour Gate', 'Harbour Road', {}],
  ['Quarry', 'Quarry Lane', {}],
  ['Market', 'Market Passage', {}]
] AS row MATCH (a:Stop {nm: row[0]}), (b:Street {nm: row[1]}) CREATE (a)-[fact:LIES_ON]->(b) SET fact = row[2];

UNWIND [
  {no: '1', headway: 'every 8 min', nightService: false, firstBus: '04:50'},
  {no: '4', headway: 'every 12 min', nightService: false, firstBus: '05:20'},
  {no: '7', headway: 'every 15 min', nightService: false, firstBus: '05:45'},
  {no: '12', headway: 'every 20 min', nightService: false, firstBus: '06:10'},
  {no: 'N2', headway: 'every 60 min', nightService: true, firstBus: '23:30'}
] AS row CREATE (node:BusLine) SET node = row;

UNWIND [
  ['1', 'Central Station', {seq: 1, min: 0}],
  ['1', 'Town Hall', {seq: 2, min: 6}],
  ['1', 'Market', {seq: 3, min: 10}],
  ['1', 'Hospital', {seq: 4, min: 13}],
  ['1', 'Stadium', {seq: 5, min: 18}],
  ['4', 'Ferry Pier', {seq: 1, min: 0}],
  ['4', 'Harbour Gate', {seq: 2, min: 6}],
  ['4', 'Central Station', {seq: 3, min: 10}],
  ['4', 'University', {seq: 4, min: 13}],
  ['7', 'Glassworks', {seq: 1, min: 0}],
  ['7', 'Linden Park', {seq: 2, min: 6}],
  ['7', 'Town Hall', {seq: 3, min: 10}],
  ['7', 'Central Station', {seq: 4, min: 13}],
  ['7', 'North Cemetery', {seq: 5, min: 18}],
  ['7', 'Quarry', {seq: 6, min: 22}],
  ['12', 'Harbour Gate', {seq: 1, min: 0}],
  ['12', 'Ferry Pier', {seq: 2, min: 4}],
  ['12', 'Market', {seq: 3, min: 8}],
  ['12', 'Town Hall', {seq: 4, min: 14}],
  ['12', 'University', {seq: 5, min: 16}],
  ['12', 'Hospital', {seq: 6, min: 20}],
  ['N2', 'Central Station', {seq: 1, min: 0}],
  ['N2', 'Stadium', {seq: 2, min: 4}],
  ['N2', 'Glassworks', {seq: 3, min: 8}]
] AS row MATCH (a:BusLine {no: row[0]}), (b:Stop {nm: row[1]}) CREATE (a)-[fact:CALLS_AT]->(b) SET fact = row[2];
