// An invented building contractor. snake_case names, statuses as codes (on_hold, in_progress), money in whole pounds.
// Dates are native on Project, Permit, Inspection, ChangeOrder, Equipment and relationships, ISO text on Invoice (issued_on, due_on, paid_on) and Person (hired_on).
// Traps: a project has `code` and `title`, its manager is MANAGES, all others are on WORKS_ON with `role`, `hours` and `since` (role is not always the person's trade).
// Directions that are not the obvious ones: (Subcontractor)-[:SUBCONTRACTS]->(Project) and (Equipment)-[:RENTED]->(Supplier).
// Persons are workers, managers or inspectors by their relationships alone, Gareth Blount manages and works on, Keith Rusby inspects and works on.
// REQUESTED_BY leads from a change order to a Client or to a Person. Amounts of change orders may be negative. Inspections to come have no `result`.
// Two persons are called Chris Doyle (an electrician and a site engineer), two sites Mill Lane (Leeds, Bradford).

UNWIND [
  {client_name: 'Leeds City Schools Trust', sector: 'public', city: 'Leeds', client_since: 2014, contact_email: 'estates@lcst.example'},
  {client_name: 'Brannock Developments', sector: 'private', city: 'Leeds', client_since: 2018, contact_email: 'office@brannock.example'},
  {client_name: 'Northern Rail Estates', sector: 'public', city: 'York', client_since: 2016},
  {client_name: 'Aire Valley Housing', sector: 'housing_assoc', city: 'Bradford', client_since: 2011, contact_email: 'homes@airevalley.example'},
  {client_name: 'Sorrento Hotels', sector: 'private', city: 'Sheffield', client_since: 2021, contact_email: 'build@sorrento.example'},
  {client_name: 'St Oswald Hospital', sector: 'public', city: 'Hull', client_since: 2019, contact_email: 'facilities@stoswald.example'},
  {client_name: 'Fenton Foods', sector: 'private', city: 'Hull', client_since: 2020},
  {client_name: 'Calder Brewing Co', sector: 'private', city: 'Bradford', client_since: 2022, contact_email: 'hello@calder.example'},
  {client_name: 'Dunmore Retail Group', sector: 'private', city: 'Sheffield', client_since: 2023, contact_email: 'property@dunmore.example'}
] AS row CREATE (n:Client) SET n = row;

UNWIND [
  {site_id: 1, site_name: 'Mill Lane', city: 'Leeds', area_sqm: 4200, has_power: true},
  {site_id: 2, site_name: 'Mill Lane', city: 'Bradford', area_sqm: 2600, has_power: true},
  {site_id: 3, site_name: 'Roundhay Primary', city: 'Leeds', area_sqm: 3100, has_power: true},
  {site_id: 4, site_name: 'Foss Islands Depot', city: 'York', area_sqm: 8800, has_power: true},
  {site_id: 5, site_name: 'Kelham Wharf', city: 'Sheffield', area_sqm: 5400, has_power: true},
  {site_id: 6, site_name: 'Humber Quay', city: 'Hull', area_sqm: 9700, has_power: false},
  {site_id: 7, site_name: 'St Oswald West Wing', city: 'Hull', area_sqm: 2300, has_power: true},
  {site_id: 8, site_name: 'Saltaire Terrace', city: 'Bradford', area_sqm: 3700, has_power: true},
  {site_id: 9, site_name: 'Ecclesall Corner', city: 'Sheffield', area_sqm: 1200, has_power: false},
  {site_id: 10, site_name: 'Holbeck Yard', city: 'Leeds', area_sqm: 6100, has_power: false},
  {site_id: 11, site_name: 'Anlaby Park', city: 'Hull'},
  {site_id: 12, site_name: 'Tadcaster Road', city: 'York', area_sqm: 1900, has_power: true}
] AS row CREATE (n:Site) SET n = row;

UNWIND [
  {code: 'P-101', title: 'Roundhay School Extension', status: 'completed', contract_value: 2400000, start_date: date('2022-03-14'), due_date: date('2023-04-28'), finished_on: date('2023-05-19'), design_build: false},
  {code: 'P-102', title: 'Mill Lane Apartments', status: 'in_progress', contract_value: 6850000, start_date: date('2023-02-06'), due_date: date('2024-11-29'), design_build: true},
  {code: 'P-103', title: 'Depot Re-roofing', status: 'completed', contract_value: 980000, start_date: date('2022-06-20'), due_date: date('2022-12-16'), finished_on: date('2022-12-09'), design_build: false},
  {code: 'P-104', title: 'Saltaire Social Housing', status: 'in_progress', contract_value: 5200000, start_date: date('2023-05-08'), due_date: date('2024-09-30'), design_build: true},
  {code: 'P-105', title: 'Kelham Wharf Hotel', status: 'on_hold', contract_value: 9400000, start_date: date('2023-09-18'), due_date: date('2025-06-30'), design_build: true},
  {code: 'P-106', title: 'West Wing Refurbishment', status: 'in_progress', contract_value: 3150000, start_date: date('2023-11-06'), due_date: date('2024-08-16'), design_build: false},
  {code: 'P-107', title: 'Cold Store', status: 'planned', contract_value: 4100000, start_date: date('2024-09-02'), due_date: date('2025-05-30'), design_build: true},
  {code: 'P-108', title: 'Brewery Taproom', status: 'completed', contract_value: 620000, start_date: date('2023-01-16'), due_date: date('2023-07-14'), finished_on: date('2023-07-14'), design_build: false},
  {code: 'P-109', title: 'Holbeck Office Block', status: 'cancelled', contract_value: 7700000, start_date: date('2022-10-03'), due_date: date('2024-03-29'), design_build: true},
  {code: 'P-110', title: 'Anlaby Park Bungalows', status: 'in_progress', contract_value: 1850000, start_date: date('2024-01-15'), due_date: date('2024-12-20'), design_build: false},
  {code: 'P-111', title: 'Staff Car Park', status: 'completed', contract_value: 410000, start_date: date('2023-03-06'), due_date: date('2023-06-30'), finished_on: date('2023-08-11'), design_build: false},
  {code: 'P-112', title: 'Ecclesall Boutique Hotel', status: 'planned', contract_value: 2950000, due_date: date('2025-10-31'), design_build: true},
  {code: 'P-113', title: 'Depot Signal Workshop', status: 'in_progress', contract_value: 2700000, start_date: date('2023-10-09'), due_date: date('2024-07-26'), design_build: false},
  {code: 'P-114', title: 'Sprinkler Retrofit', status: 'on_hold', contract_value: 340000, start_date: date('2024-02-12'), due_date: date('2024-05-31'), design_build: false},
  {code: 'P-115', title: 'Quayside Warehouse', status: 'tender', contract_value: 3600000}
] AS row CREATE (n:Project) SET n = row;

UNWIND [
  {person_id: 1, name: 'Maureen Tully', day_rate: 420, hired_on: '2009-05-11', certified: true},
  {person_id: 2, name: 'Gareth Blount', day_rate: 410, hired_on: '2012-09-03', certified: true},
  {person_id: 3, name: 'Sofia Renner', day_rate: 395, hired_on: '2016-02-22', certified: true},
  {person_id: 4, name: 'Chris Doyle', trade: 'electrician', day_rate: 240, hired_on: '2018-07-09', certified: true},
  {person_id: 5, name: 'Chris Doyle', trade: 'site_engineer', day_rate: 310, hired_on: '2021-03-01', certified: false},
  {person_id: 6, name: 'Tariq Hamdan', trade: 'bricklayer', day_rate: 215, hired_on: '2014-04-14', certified: true},
  {person_id: 7, name: 'Ewan McBride', trade: 'carpenter', day_rate: 225, hired_on: '2017-10-30', certified: true},
  {person_id: 8, name: 'Paulina Zych', trade: 'plumber', day_rate: 235, hired_on: '2019-01-21', certified: true},
  {person_id: 9, name: 'Jerome Batty', trade: 'crane_operator', day_rate: 290, hired_on: '2015-06-08', certified: true},
  {person_id: 10, name: 'Leah Winterson', trade: 'site_engineer', day_rate: 305, hired_on: '2020-08-17', certified: true},
  {person_id: 11, name: 'Oleg Marchenko', trade: 'bricklayer', day_rate: 210, hired_on: '2022-02-07', certified: false},
  {person_id: 12, name: 'Stuart Pell', trade: 'labourer', day_rate: 155, hired_on: '2023-01-09', certified: false},
  {person_id: 13, name: 'Dionne Frost', trade: 'electrician', day_rate: 250, hired_on: '2013-11-18', certified: true},
  {person_id: 14, name: 'Haruto Ishii', trade: 'quantity_surveyor', day_rate: 340, hired_on: '2019-05-27', certified: true},
  {person_id: 15, name: 'Niamh Kearney', trade: 'scaffolder', day_rate: 220, hired_on: '2018-03-12', certified: true},
  {person_id: 16, name: 'Barry Oldroyd', trade: 'labourer', day_rate: 150, hired_on: '2010-10-04', certified: false},
  {person_id: 17, name: 'Ravi Menon', trade: 'carpenter', day_rate: 230, hired_on: '2021-09-13', certified: false},
  {person_id: 18, name: 'Colette Dray', day_rate: 405, hired_on: '2011-01-31', certified: true},
  {person_id: 19, name: 'Vernon Stacey', trade: 'building_inspector', certified: true},
  {person_id: 20, name: 'Judith Amoah', trade: 'building_inspector', certified: true},
  {person_id: 21, name: 'Keith Rusby', trade: 'safety_officer', day_rate: 280, hired_on: '2017-08-01', certified: true},
  {person_id: 22, name: 'Tom Garside', trade: 'labourer', day_rate: 148, hired_on: '2024-03-04', certified: false},
  {person_id: 23, name: 'Alma Petrov', trade: 'plumber', day_rate: 228, hired_on: '2022-11-14'}
] AS row CREATE (n:Person) SET n = row;

UNWIND [
  {company: 'Ridgeline Roofing', trade: 'roofing', insured: true, rating: 5, city: 'Leeds'},
  {company: 'Pennine Power', trade: 'electrical', insured: true, rating: 4, city: 'Sheffield'},
  {company: 'Deepwell Groundworks', trade: 'groundworks', insured: true, rating: 3, city: 'Hull'},
  {company: 'Cleartop Glazing', trade: 'glazing', insured: true, rating: 4, city: 'Leeds'},
  {company: 'Northside Demolition', trade: 'demolition', insured: false, rating: 2, city: 'Bradford'},
  {company: 'Ogden Plastering', trade: 'plastering', insured: true, city: 'Bradford'},
  {company: 'Firebreak Systems', trade: 'fire_protection', insured: true, rating: 5, city: 'York'},
  {company: 'TrueLevel Flooring', trade: 'flooring', insured: false, rating: 3, city: 'Hull'},
  {company: 'Whitby Steel', trade: 'steelwork', insured: true, rating: 4, city: 'York'},
  {company: 'Greenline Landscaping', trade: 'landscaping', insured: true, city: 'Leeds'}
] AS row CREATE (n:Subcontractor) SET n = row;

UNWIND [
  {permit_no: 'BP-2201', permit_type: 'building', status: 'granted', issued_on: date('2022-02-18'), expires_on: date('2024-02-18'), authority: 'Leeds Council'},
  {permit_no: 'BP-2202', permit_type: 'building', status: 'granted', issued_on: date('2022-12-12'), expires_on: date('2025-12-12'), authority: 'Leeds Council'},
  {permit_no: 'CR-2203', permit_type: 'crane', status: 'granted', issued_on: date('2023-03-20'), expires_on: date('2024-06-20'), authority: 'Leeds Council'},
  {permit_no: 'NS-2204', permit_type: 'noise', status: 'expired', issued_on: date('2023-01-30'), expires_on: date('2023-12-31'), authority: 'Leeds Council'},
  {permit_no: 'BP-2205', permit_type: 'building', status: 'granted', issued_on: date('2022-05-30'), expires_on: date('2023-05-30'), authority: 'York Council'},
  {permit_no: 'BP-2206', permit_type: 'building', status: 'granted', issued_on: date('2023-04-03'), expires_on: date('2026-04-03'), authority: 'Bradford Council'},
  {permit_no: 'RC-2207', permit_type: 'road_closure', status: 'refused', authority: 'Bradford Council'},
  {permit_no: 'BP-2208', permit_type: 'building', status: 'granted', issued_on: date('2023-08-21'), expires_on: date('2026-08-21'), authority: 'Sheffield Council'},
  {permit_no: 'CR-2209', permit_type: 'crane', status: 'pending', authority: 'Sheffield Council'},
  {permit_no: 'BP-2210', permit_type: 'building', status: 'granted', issued_on: date('2023-10-16'), expires_on: date('2025-10-16'), authority: 'Hull Council'},
  {permit_no: 'BP-2211', permit_type: 'building', status: 'pending', authority: 'Hull Council'},
  {permit_no: 'DM-2212', permit_type: 'demolition', status: 'granted', issued_on: date('2022-09-12'), expires_on: date('2023-09-12'), authority: 'Leeds Council'},
  {permit_no: 'BP-2213', permit_type: 'building', status: 'granted', issued_on: date('2023-12-04'), expires_on: date('2026-12-04'), authority: 'Hull Council'},
  {permit_no: 'BP-2214', permit_type: 'building', status: 'pending', authority: 'Sheffield Council'},
  {permit_no: 'NS-2215', permit_type: 'noise', status: 'granted', issued_on: date('2023-09-25'), expires_on: date('2024-09-25'), authority: 'York Council'},
  {permit_no: 'BP-2216', permit_type: 'building', status: 'granted', issued_on: date('2022-12-19'), expires_on: date('2024-12-19'), authority: 'Bradford Council'},
  {permit_no: 'BP-2217', permit_type: 'building', status: 'granted', issued_on: date('2023-09-11'), expires_on: date('2026-09-11'), authority: 'York Council'},
  {permit_no: 'RC-2218', permit_type: 'road_closure', status: 'granted', issued_on: date('2024-01-29'), expires_on: date('2024-04-29'), authority: 'Hull Council'}
] AS row CREATE (n:Permit) SET n = row;

UNWIND [
  {ref: 'INS-01', kind: 'structural', result: 'passed', inspected_on: date('2022-08-09')},
  {ref: 'INS-02', kind: 'fire', result: 'failed', inspected_on: date('2023-03-21')},
  {ref: 'INS-03', kind: 'fire', result: 'passed', inspected_on: date('2023-05-10')},
  {ref: 'INS-04', kind: 'structural', result: 'passed', inspected_on: date('2022-11-15')},
  {ref: 'INS-05', kind: 'structural', result: 'failed', inspected_on: date('2023-07-18')},
  {ref: 'INS-06', kind: 'structural', result: 'passed', inspected_on: date('2023-09-05')},
  {ref: 'INS-07', kind: 'safety', result: 'passed', inspected_on: date('2023-10-12')},
  {ref: 'INS-08', kind: 'electrical', result: 'failed', inspected_on: date('2024-02-13')},
  {ref: 'INS-09', kind: 'safety', result: 'failed', inspected_on: date('2023-08-23')},
  {ref: 'INS-10', kind: 'structural', result: 'passed', inspected_on: date('2023-11-28')},
  {ref: 'INS-11', kind: 'electrical', result: 'passed', inspected_on: date('2024-03-19')},
  {ref: 'INS-12', kind: 'safety', result: 'passed', inspected_on: date('2023-11-14')},
  {ref: 'INS-13', kind: 'fire', result: 'failed', inspected_on: date('2024-03-07')},
  {ref: 'INS-14', kind: 'electrical', result: 'passed', inspected_on: date('2024-01-30')},
  {ref: 'INS-15', kind: 'fire', inspected_on: date('2024-06-11')},
  {ref: 'INS-16', kind: 'safety', result: 'passed', inspected_on: date('2023-05-16')},
  {ref: 'INS-17', kind: 'fire', result: 'passed', inspected_on: date('2023-07-04')},
  {ref: 'INS-18', kind: 'drainage', result: 'failed', inspected_on: date('2023-07-19')},
  {ref: 'INS-19', kind: 'drainage', result: 'passed', inspected_on: date('2023-08-08')},
  {ref: 'INS-20', kind: 'structural', result: 'passed', inspected_on: date('2024-02-27')},
  {ref: 'INS-21', kind: 'safety', result: 'failed', inspected_on: date('2024-04-09')},
  {ref: 'INS-22', kind: 'structural', inspected_on: date('2024-06-25')}
] AS row CREATE (n:Inspection) SET n = row;

UNWIND [
  {invoice_no: 'IV-7001', amount: 800000, issued_on: '2022-09-30', due_on: '2022-10-30', paid: true, paid_on: '2022-10-25'},
  {invoice_no: 'IV-7002', amount: 1200000, issued_on: '2023-03-31', due_on: '2023-04-30', paid: true, paid_on: '2023-05-12'},
  {invoice_no: 'IV-7003', amount: 400000, issued_on: '2023-06-15', due_on: '2023-07-15', paid: true, paid_on: '2023-07-10'},
  {invoice_no: 'IV-7004', amount: 500000, issued_on: '2022-09-01', due_on: '2022-10-01', paid: true, paid_on: '2022-09-28'},
  {invoice_no: 'IV-7005', amount: 480000, issued_on: '2023-01-10', due_on: '2023-02-09', paid: true, paid_on: '2023-02-20'},
  {invoice_no: 'IV-7006', amount: 1500000, issued_on: '2023-07-31', due_on: '2023-08-30', paid: true, paid_on: '2023-08-28'},
  {invoice_no: 'IV-7007', amount: 1750000, issued_on: '2024-01-31', due_on: '2024-03-01', paid: false},
  {invoice_no: 'IV-7008', amount: 950000, issued_on: '2023-10-31', due_on: '2023-11-30', paid: true, paid_on: '2023-11-29'},
  {invoice_no: 'IV-7009', amount: 1100000, issued_on: '2024-02-29', due_on: '2024-03-30', paid: true, paid_on: '2024-04-15'},
  {invoice_no: 'IV-7010', amount: 640000, issued_on: '2023-12-15', due_on: '2024-01-14', paid: false},
  {invoice_no: 'IV-7011', amount: 620000, issued_on: '2023-07-31', due_on: '2023-08-30', paid: true, paid_on: '2023-08-18'},
  {invoice_no: 'IV-7012', amount: 700000, issued_on: '2024-01-15', due_on: '2024-02-14', paid: true, paid_on: '2024-02-12'},
  {invoice_no: 'IV-7013', amount: 560000, issued_on: '2024-04-12', due_on: '2024-05-12', paid: false},
  {invoice_no: 'IV-7014', amount: 410000, issued_on: '2023-08-31', due_on: '2023-09-30', paid: true, paid_on: '2023-09-22'},
  {invoice_no: 'IV-7015', amount: 900000, issued_on: '2022-12-01', due_on: '2022-12-31', paid: false},
  {invoice_no: 'IV-7016', amount: 260000, issued_on: '2024-03-28', due_on: '2024-04-27', paid: true, paid_on: '2024-04-22'},
  {invoice_no: 'IV-7017', amount: 830000, issued_on: '2024-01-12', due_on: '2024-02-11', paid: true, paid_on: '2024-02-09'},
  {invoice_no: 'IV-7018', amount: 720000, issued_on: '2024-04-30', due_on: '2024-05-30', paid: false},
  {invoice_no: 'IV-7019', amount: 95000, issued_on: '2024-03-15', due_on: '2024-04-14', paid: false}
] AS row CREATE (n:Invoice) SET n = row;

UNWIND [
  {name: 'ready-mix concrete', category: 'structural', unit: 'm3', hazardous: false},
  {name: 'rebar 16mm', category: 'structural', unit: 'tonne', hazardous: false},
  {name: 'engineering brick', category: 'masonry', unit: 'thousand', hazardous: false},
  {name: 'roof slate', category: 'roofing', unit: 'thousand', hazardous: false},
  {name: 'plasterboard', category: 'interior', unit: 'sheet', hazardous: false},
  {name: 'copper pipe 22mm', category: 'plumbing', unit: 'metre', hazardous: false},
  {name: 'structural steel beam', category: 'structural', unit: 'tonne', hazardous: false},
  {name: 'double glazed unit', category: 'glazing', unit: 'piece', hazardous: false},
  {name: 'mineral wool', category: 'insulation', unit: 'roll', hazardous: false},
  {name: 'oak flooring', category: 'interior', unit: 'm2', hazardous: false},
  {name: 'armoured cable', category: 'electrical', unit: 'metre', hazardous: false},
  {name: 'reclaimed stone', category: 'masonry', unit: 'tonne', hazardous: false},
  {name: 'bitumen primer', category: 'roofing', unit: 'litre', hazardous: true}
] AS row CREATE (n:Material) SET n = row;

UNWIND [
  {name: 'Aire Aggregates', city: 'Leeds', lead_days: 2, preferred: true},
  {name: 'Steelhouse Rotherham', city: 'Rotherham', lead_days: 21, preferred: true},
  {name: 'Moorland Brick & Tile', city: 'Bradford', lead_days: 10, preferred: false},
  {name: 'Fairclough Builders Merchants', city: 'Leeds', lead_days: 1, preferred: true},
  {name: 'Clearview Glass', city: 'Sheffield', lead_days: 28, preferred: false},
  {name: 'Hull Hire Centre', city: 'Hull', lead_days: 1, preferred: true},
  {name: 'Baltic Timber Imports', city: 'Hull', lead_days: 35, preferred: false},
  {name: 'Loftwool Direct', city: 'Doncaster', preferred: false}
] AS row CREATE (n:Supplier) SET n = row;

UNWIND [
  {asset_tag: 'EQ-01', eq_name: 'Tower Crane TC1', eq_type: 'crane', owned: false, daily_rate: 640, in_service: true},
  {asset_tag: 'EQ-02', eq_name: 'Tower Crane TC2', eq_type: 'crane', owned: false, daily_rate: 690, in_service: true},
  {asset_tag: 'EQ-03', eq_name: 'Komatsu 210', eq_type: 'excavator', owned: true, daily_rate: 280, bought_on: date('2019-04-15'), in_service: true},
  {asset_tag: 'EQ-04', eq_name: 'JCB 3CX', eq_type: 'backhoe', owned: true, daily_rate: 190, bought_on: date('2017-06-01'), in_service: false},
  {asset_tag: 'EQ-05', eq_name: 'Volvo EC140', eq_type: 'excavator', owned: false, daily_rate: 310, in_service: true},
  {asset_tag: 'EQ-06', eq_name: 'Genie S-65', eq_type: 'lift', owned: false, daily_rate: 175, in_service: true},
  {asset_tag: 'EQ-07', eq_name: 'Bomag Roller', eq_type: 'roller', owned: true, daily_rate: 130, bought_on: date('2015-09-21'), in_service: true},
  {asset_tag: 'EQ-08', eq_name: 'Manitou MT1840', eq_type: 'telehandler', owned: true, daily_rate: 220, bought_on: date('2021-02-10'), in_service: true},
  {asset_tag: 'EQ-09', eq_name: 'Concrete Pump P4', eq_type: 'pump', owned: false, daily_rate: 450, in_service: true},
  {asset_tag: 'EQ-10', eq_name: 'Generator 100kVA', eq_type: 'generator', owned: true, daily_rate: 95, bought_on: date('2018-11-05'), in_service: true},
  {asset_tag: 'EQ-11', eq_name: 'Generator 60kVA', eq_type: 'generator', owned: true, bought_on: date('2020-03-30'), in_service: true},
  {asset_tag: 'EQ-12', eq_name: 'Dumper 6T', eq_type: 'dumper', owned: true, daily_rate: 85, bought_on: date('2016-05-12'), in_service: true},
  {asset_tag: 'EQ-13', eq_name: 'Scissor Lift GS', eq_type: 'lift', owned: false, daily_rate: 120, in_service: true},
  {asset_tag: 'EQ-14', eq_name: 'Breaker Rig', eq_type: 'breaker', owned: true, daily_rate: 160, bought_on: date('2014-08-19'), in_service: false}
] AS row CREATE (n:Equipment) SET n = row;

UNWIND [
  {co_ref: 'CO-01', subject: 'Extra classroom sink', amount: 4200, status: 'approved', raised_on: date('2022-09-12')},
  {co_ref: 'CO-02', subject: 'Thicker roof insulation', amount: 18500, status: 'approved', raised_on: date('2022-08-03')},
  {co_ref: 'CO-03', subject: 'Balcony redesign', amount: 96000, status: 'approved', raised_on: date('2023-08-29')},
  {co_ref: 'CO-04', subject: 'Cheaper lobby tiles', amount: -14000, status: 'approved', raised_on: date('2023-11-02')},
  {co_ref: 'CO-05', subject: 'Additional piling', amount: 132000, status: 'approved', raised_on: date('2023-04-17')},
  {co_ref: 'CO-06', subject: 'Ramp access', amount: 22000, status: 'pending', raised_on: date('2024-03-11')},
  {co_ref: 'CO-07', subject: 'Underfloor heating', amount: 58000, status: 'rejected', raised_on: date('2023-12-06')},
  {co_ref: 'CO-08', subject: 'Rooftop bar', amount: 410000, status: 'pending', raised_on: date('2023-12-18')},
  {co_ref: 'CO-09', subject: 'Asbestos removal', amount: 87000, status: 'approved', raised_on: date('2024-01-22')},
  {co_ref: 'CO-10', subject: 'Nurse station layout', amount: 15500, status: 'approved', raised_on: date('2024-02-05')},
  {co_ref: 'CO-11', subject: 'Bigger windows', amount: 9800, status: 'rejected', raised_on: date('2023-03-20')},
  {co_ref: 'CO-12', subject: 'Drainage upgrade', amount: 36000, status: 'approved', raised_on: date('2023-07-24')},
  {co_ref: 'CO-13', subject: 'Second switch room', amount: 64000, status: 'pending', raised_on: date('2024-04-03')}
] AS row CREATE (n:ChangeOrder) SET n = row;

UNWIND [
  ['P-101', 'Leeds City Schools Trust'],
  ['P-102', 'Brannock Developments'],
  ['P-103', 'Northern Rail Estates'],
  ['P-104', 'Aire Valley Housing'],
  ['P-105', 'Sorrento Hotels'],
  ['P-106', 'St Oswald Hospital'],
  ['P-107', 'Fenton Foods'],
  ['P-108', 'Calder Brewing Co'],
  ['P-109', 'Brannock Developments'],
  ['P-110', 'Aire Valley Housing'],
  ['P-111', 'St Oswald Hospital'],
  ['P-112', 'Sorrento Hotels'],
  ['P-113', 'Northern Rail Estates'],
  ['P-114', 'Leeds City Schools Trust'],
  ['P-115', 'Fenton Foods']
] AS row MATCH (a:Project {code: row[0]}), (b:Client {client_name: row[1]}) CREATE (a)-[r:FOR_CLIENT]->(b);

UNWIND [
  ['P-101', 3],
  ['P-102', 1],
  ['P-103', 4],
  ['P-104', 8],
  ['P-105', 5],
  ['P-106', 7],
  ['P-107', 6],
  ['P-108', 2],
  ['P-109', 10],
  ['P-110', 11],
  ['P-111', 7],
  ['P-112', 9],
  ['P-113', 4],
  ['P-114', 3]
] AS row MATCH (a:Project {code: row[0]}), (b:Site {site_id: row[1]}) CREATE (a)-[r:AT_SITE]->(b);

UNWIND [
  ['P-114', 'P-101'],
  ['P-113', 'P-103'],
  ['P-112', 'P-105']
] AS row MATCH (a:Project {code: row[0]}), (b:Project {code: row[1]}) CREATE (a)-[r:FOLLOWS]->(b);

UNWIND [
  [1, 'P-101', {since: date('2022-03-01')}],
  [1, 'P-102', {since: date('2023-01-23')}],
  [1, 'P-109', {since: date('2022-09-26')}],
  [2, 'P-103', {since: date('2022-06-06')}],
  [2, 'P-113', {since: date('2023-10-02')}],
  [2, 'P-106', {since: date('2023-11-01')}],
  [2, 'P-111', {}],
  [3, 'P-104', {since: date('2023-05-01')}],
  [3, 'P-110', {since: date('2024-01-08')}],
  [18, 'P-105', {since: date('2023-09-11')}],
  [18, 'P-108', {since: date('2023-01-09')}],
  [18, 'P-112', {since: date('2024-02-19')}]
] AS row MATCH (a:Person {person_id: row[0]}), (b:Project {code: row[1]}) CREATE (a)-[r:MANAGES]->(b) SET r = row[2];

UNWIND [
  [2, 'P-102', {role: 'planner', hours: 120, since: date('2023-02-06')}],
  [4, 'P-102', {role: 'electrician', hours: 340, since: date('2023-06-12')}],
  [4, 'P-106', {role: 'electrician', hours: 210, since: date('2023-12-04')}],
  [5, 'P-104', {role: 'site_engineer', hours: 560, since: date('2023-05-08')}],
  [5, 'P-113', {role: 'setting_out', hours: 75, since: date('2023-10-16')}],
  [6, 'P-104', {role: 'bricklayer', hours: 720, since: date('2023-06-05')}],
  [6, 'P-101', {role: 'bricklayer', hours: 480, since: date('2022-04-04')}],
  [7, 'P-101', {role: 'carpenter', hours: 390, since: date('2022-05-02')}],
  [7, 'P-102', {role: 'carpenter', hours: 410, since: date('2023-08-14')}],
  [7, 'P-106', {role: 'foreman', hours: 260, since: date('2023-11-20')}],
  [8, 'P-106', {role: 'plumber', hours: 305, since: date('2023-11-27')}],
  [8, 'P-108', {role: 'plumber', hours: 140, since: date('2023-03-06')}],
  [9, 'P-102', {role: 'crane_operator', hours: 510, since: date('2023-04-03')}],
  [9, 'P-105', {role: 'crane_operator', hours: 85, since: date('2023-10-02')}],
  [10, 'P-102', {role: 'site_engineer', hours: 690, since: date('2023-02-20')}],
  [10, 'P-103', {role: 'site_engineer', hours: 230, since: date('2022-06-20')}],
  [11, 'P-104', {role: 'bricklayer', hours: 650, since: date('2023-07-03')}],
  [11, 'P-110', {role: 'bricklayer', hours: 180, since: date('2024-02-19')}],
  [12, 'P-104', {role: 'labourer', hours: 430, since: date('2023-09-04')}],
  [12, 'P-110', {role: 'labourer', hours: 205, since: date('2024-01-22')}],
  [13, 'P-101', {role: 'electrician', hours: 275, since: date('2022-07-11')}],
  [13, 'P-113', {role: 'foreman', hours: 320, since: date('2023-11-06')}],
  [14, 'P-102', {role: 'quantity_surveyor', hours: 190, since: date('2023-03-01')}],
  [14, 'P-105', {role: 'quantity_surveyor', hours: 110, since: date('2023-09-25')}],
  [15, 'P-103', {role: 'scaffolder', hours: 160, since: date('2022-07-04')}],
  [15, 'P-102', {role: 'scaffolder', hours: 280, since: date('2023-05-15')}],
  [16, 'P-111', {role: 'labourer', hours: 240, since: date('2023-03-13')}],
  [16, 'P-113', {role: 'labourer', hours: 310, since: date('2023-10-23')}],
  [16, 'P-108', {role: 'labourer', since: date('2023-02-06')}],
  [17, 'P-108', {role: 'carpenter', hours: 330, since: date('2023-02-13')}],
  [17, 'P-110', {role: 'carpenter', hours: 95}],
  [21, 'P-104', {role: 'safety_officer', hours: 150, since: date('2023-05-22')}]
] AS row MATCH (a:Person {person_id: row[0]}), (b:Project {code: row[1]}) CREATE (a)-[r:WORKS_ON]->(b) SET r = row[2];

UNWIND [
  [6, 11],
  [13, 4],
  [7, 17],
  [16, 12],
  [16, 22]
] AS row MATCH (a:Person {person_id: row[0]}), (b:Person {person_id: row[1]}) CREATE (a)-[r:TRAINS]->(b);

UNWIND [
  ['Ridgeline Roofing', 'P-101', {agreed_amount: 185000}],
  ['Ridgeline Roofing', 'P-103', {agreed_amount: 640000}],
  ['Pennine Power', 'P-105', {agreed_amount: 410000}],
  ['Pennine Power', 'P-106', {agreed_amount: 295000}],
  ['Pennine Power', 'P-113', {agreed_amount: 220000}],
  ['Deepwell Groundworks', 'P-102', {agreed_amount: 530000}],
  ['Deepwell Groundworks', 'P-104', {agreed_amount: 460000}],
  ['Deepwell Groundworks', 'P-110', {agreed_amount: 150000}],
  ['Cleartop Glazing', 'P-102', {agreed_amount: 375000}],
  ['Cleartop Glazing', 'P-108', {agreed_amount: 48000}],
  ['Northside Demolition', 'P-109', {agreed_amount: 120000}],
  ['Northside Demolition', 'P-102', {agreed_amount: 95000}],
  ['Ogden Plastering', 'P-104', {agreed_amount: 210000}],
  ['Ogden Plastering', 'P-106', {agreed_amount: 130000}],
  ['Firebreak Systems', 'P-114', {agreed_amount: 140000}],
  ['Firebreak Systems', 'P-106', {agreed_amount: 88000}],
  ['TrueLevel Flooring', 'P-108', {agreed_amount: 36000}],
  ['TrueLevel Flooring', 'P-101', {agreed_amount: 72000}],
  ['Whitby Steel', 'P-105', {agreed_amount: 890000}],
  ['Whitby Steel', 'P-113', {agreed_amount: 340000}]
] AS row MATCH (a:Subcontractor {company: row[0]}), (b:Project {code: row[1]}) CREATE (a)-[r:SUBCONTRACTS]->(b) SET r = row[2];

UNWIND [
  ['P-101', 'BP-2201'],
  ['P-102', 'BP-2202'],
  ['P-102', 'CR-2203'],
  ['P-102', 'NS-2204'],
  ['P-103', 'BP-2205'],
  ['P-104', 'BP-2206'],
  ['P-104', 'RC-2207'],
  ['P-105', 'BP-2208'],
  ['P-105', 'CR-2209'],
  ['P-106', 'BP-2210'],
  ['P-107', 'BP-2211'],
  ['P-109', 'DM-2212'],
  ['P-110', 'BP-2213'],
  ['P-112', 'BP-2214'],
  ['P-113', 'NS-2215'],
  ['P-108', 'BP-2216'],
  ['P-113', 'BP-2217'],
  ['P-110', 'RC-2218']
] AS row MATCH (a:Project {code: row[0]}), (b:Permit {permit_no: row[1]}) CREATE (a)-[r:NEEDS]->(b);

UNWIND [
  ['INS-01', 'P-101'],
  ['INS-02', 'P-101'],
  ['INS-03', 'P-101'],
  ['INS-04', 'P-103'],
  ['INS-05', 'P-102'],
  ['INS-06', 'P-102'],
  ['INS-07', 'P-102'],
  ['INS-08', 'P-102'],
  ['INS-09', 'P-104'],
  ['INS-10', 'P-104'],
  ['INS-11', 'P-104'],
  ['INS-12', 'P-105'],
  ['INS-13', 'P-106'],
  ['INS-14', 'P-106'],
  ['INS-15', 'P-106'],
  ['INS-16', 'P-108'],
  ['INS-17', 'P-108'],
  ['INS-18', 'P-111'],
  ['INS-19', 'P-111'],
  ['INS-20', 'P-113'],
  ['INS-21', 'P-113'],
  ['INS-22', 'P-110']
] AS row MATCH (a:Inspection {ref: row[0]}), (b:Project {code: row[1]}) CREATE (a)-[r:OF_PROJECT]->(b);

UNWIND [
  ['INS-01', 19],
  ['INS-02', 20],
  ['INS-03', 20],
  ['INS-04', 19],
  ['INS-05', 19],
  ['INS-06', 19],
  ['INS-07', 21],
  ['INS-08', 20],
  ['INS-09', 21],
  ['INS-10', 19],
  ['INS-11', 20],
  ['INS-12', 21],
  ['INS-13', 20],
  ['INS-14', 20],
  ['INS-16', 21],
  ['INS-17', 20],
  ['INS-18', 19],
  ['INS-19', 19],
  ['INS-20', 19],
  ['INS-21', 21],
  ['INS-22', 19]
] AS row MATCH (a:Inspection {ref: row[0]}), (b:Person {person_id: row[1]}) CREATE (a)-[r:CARRIED_OUT_BY]->(b);

UNWIND [
  ['IV-7001', 'P-101'],
  ['IV-7002', 'P-101'],
  ['IV-7003', 'P-101'],
  ['IV-7004', 'P-103'],
  ['IV-7005', 'P-103'],
  ['IV-7006', 'P-102'],
  ['IV-7007', 'P-102'],
  ['IV-7008', 'P-104'],
  ['IV-7009', 'P-104'],
  ['IV-7010', 'P-105'],
  ['IV-7011', 'P-108'],
  ['IV-7012', 'P-106'],
  ['IV-7013', 'P-106'],
  ['IV-7014', 'P-111'],
  ['IV-7015', 'P-109'],
  ['IV-7016', 'P-110'],
  ['IV-7017', 'P-113'],
  ['IV-7018', 'P-113'],
  ['IV-7019', 'P-114']
] AS row MATCH (a:Invoice {invoice_no: row[0]}), (b:Project {code: row[1]}) CREATE (a)-[r:FOR_PROJECT]->(b);

UNWIND [
  ['IV-7001', 'Leeds City Schools Trust'],
  ['IV-7002', 'Leeds City Schools Trust'],
  ['IV-7003', 'Leeds City Schools Trust'],
  ['IV-7004', 'Northern Rail Estates'],
  ['IV-7005', 'Northern Rail Estates'],
  ['IV-7006', 'Brannock Developments'],
  ['IV-7007', 'Brannock Developments'],
  ['IV-7008', 'Aire Valley Housing'],
  ['IV-7009', 'Aire Valley Housing'],
  ['IV-7010', 'Sorrento Hotels'],
  ['IV-7011', 'Calder Brewing Co'],
  ['IV-7012', 'St Oswald Hospital'],
  ['IV-7013', 'St Oswald Hospital'],
  ['IV-7014', 'St Oswald Hospital'],
  ['IV-7015', 'Brannock Developments'],
  ['IV-7016', 'Aire Valley Housing'],
  ['IV-7017', 'Northern Rail Estates'],
  ['IV-7018', 'Northern Rail Estates'],
  ['IV-7019', 'Leeds City Schools Trust']
] AS row MATCH (a:Invoice {invoice_no: row[0]}), (b:Client {client_name: row[1]}) CREATE (a)-[r:BILLED_TO]->(b);

UNWIND [
  ['P-101', 'engineering brick', {qty: 42, unit_cost: 610}],
  ['P-101', 'roof slate', {qty: 9, unit_cost: 1450}],
  ['P-101', 'mineral wool', {qty: 300, unit_cost: 28}],
  ['P-102', 'ready-mix concrete', {qty: 1850, unit_cost: 118}],
  ['P-102', 'rebar 16mm', {qty: 140, unit_cost: 890}],
  ['P-102', 'double glazed unit', {qty: 220, unit_cost: 265}],
  ['P-102', 'plasterboard', {qty: 3400, unit_cost: 9}],
  ['P-103', 'roof slate', {qty: 31, unit_cost: 1420}],
  ['P-103', 'bitumen primer', {qty: 900, unit_cost: 6}],
  ['P-104', 'engineering brick', {qty: 260, unit_cost: 595}],
  ['P-104', 'ready-mix concrete', {qty: 640, unit_cost: 121}],
  ['P-104', 'mineral wool', {qty: 1200, unit_cost: 26}],
  ['P-104', 'plasterboard', {qty: 2100, unit_cost: 10}],
  ['P-105', 'structural steel beam', {qty: 85, unit_cost: 1320}],
  ['P-105', 'ready-mix concrete', {qty: 420, unit_cost: 119}],
  ['P-106', 'plasterboard', {qty: 900, unit_cost: 9}],
  ['P-106', 'copper pipe 22mm', {qty: 1500, unit_cost: 11}],
  ['P-106', 'armoured cable', {qty: 2600, unit_cost: 7}],
  ['P-108', 'oak flooring', {qty: 310, unit_cost: 64}],
  ['P-108', 'copper pipe 22mm', {qty: 220, unit_cost: 12}],
  ['P-110', 'engineering brick', {qty: 55, unit_cost: 620}],
  ['P-110', 'mineral wool', {qty: 240, unit_cost: 27}],
  ['P-111', 'ready-mix concrete', {qty: 75, unit_cost: 125}],
  ['P-113', 'structural steel beam', {qty: 60, unit_cost: 1280}],
  ['P-113', 'armoured cable', {qty: 1900, unit_cost: 7}]
] AS row MATCH (a:Project {code: row[0]}), (b:Material {name: row[1]}) CREATE (a)-[r:CONSUMES]->(b) SET r = row[2];

UNWIND [
  ['Aire Aggregates', 'ready-mix concrete', {price: 112}],
  ['Steelhouse Rotherham', 'rebar 16mm', {price: 870}],
  ['Steelhouse Rotherham', 'structural steel beam', {price: 1290}],
  ['Moorland Brick & Tile', 'engineering brick', {price: 605}],
  ['Moorland Brick & Tile', 'roof slate', {price: 1400}],
  ['Fairclough Builders Merchants', 'plasterboard', {price: 9}],
  ['Fairclough Builders Merchants', 'copper pipe 22mm', {price: 11}],
  ['Fairclough Builders Merchants', 'armoured cable', {price: 7}],
  ['Fairclough Builders Merchants', 'mineral wool', {price: 29}],
  ['Fairclough Builders Merchants', 'bitumen primer', {price: 6}],
  ['Fairclough Builders Merchants', 'engineering brick', {price: 640}],
  ['Clearview Glass', 'double glazed unit', {price: 255}],
  ['Baltic Timber Imports', 'oak flooring', {price: 61}],
  ['Loftwool Direct', 'mineral wool', {price: 25}]
] AS row MATCH (a:Supplier {name: row[0]}), (b:Material {name: row[1]}) CREATE (a)-[r:STOCKS]->(b) SET r = row[2];

UNWIND [
  ['EQ-01', 'Hull Hire Centre'],
  ['EQ-02', 'Hull Hire Centre'],
  ['EQ-05', 'Hull Hire Centre'],
  ['EQ-06', 'Fairclough Builders Merchants'],
  ['EQ-09', 'Aire Aggregates'],
  ['EQ-13', 'Hull Hire Centre']
] AS row MATCH (a:Equipment {asset_tag: row[0]}), (b:Supplier {name: row[1]}) CREATE (a)-[r:RENTED]->(b);

UNWIND [
  ['P-102', 'EQ-01', {days: 210}],
  ['P-102', 'EQ-03', {days: 60}],
  ['P-102', 'EQ-09', {days: 25}],
  ['P-105', 'EQ-02', {days: 40}],
  ['P-104', 'EQ-08', {days: 180}],
  ['P-104', 'EQ-05', {days: 45}],
  ['P-104', 'EQ-12', {days: 120}],
  ['P-106', 'EQ-13', {days: 70}],
  ['P-103', 'EQ-06', {days: 55}],
  ['P-110', 'EQ-04', {days: 30}],
  ['P-110', 'EQ-12', {days: 40}],
  ['P-111', 'EQ-07', {days: 20}],
  ['P-111', 'EQ-03', {days: 15}],
  ['P-113', 'EQ-08', {days: 35}],
  ['P-113', 'EQ-10', {days: 90}],
  ['P-101', 'EQ-04', {days: 75}]
] AS row MATCH (a:Project {code: row[0]}), (b:Equipment {asset_tag: row[1]}) CREATE (a)-[r:USES]->(b) SET r = row[2];

UNWIND [
  ['CO-01', 'P-101'],
  ['CO-02', 'P-103'],
  ['CO-03', 'P-102'],
  ['CO-04', 'P-102'],
  ['CO-05', 'P-102'],
  ['CO-06', 'P-104'],
  ['CO-07', 'P-104'],
  ['CO-08', 'P-105'],
  ['CO-09', 'P-106'],
  ['CO-10', 'P-106'],
  ['CO-11', 'P-108'],
  ['CO-12', 'P-111'],
  ['CO-13', 'P-113']
] AS row MATCH (a:ChangeOrder {co_ref: row[0]}), (b:Project {code: row[1]}) CREATE (a)-[r:CHANGES]->(b);

UNWIND [
  ['CO-01', 'Leeds City Schools Trust'],
  ['CO-03', 'Brannock Developments'],
  ['CO-04', 'Brannock Developments'],
  ['CO-06', 'Aire Valley Housing'],
  ['CO-08', 'Sorrento Hotels'],
  ['CO-10', 'St Oswald Hospital'],
  ['CO-11', 'Calder Brewing Co']
] AS row MATCH (a:ChangeOrder {co_ref: row[0]}), (b:Client {client_name: row[1]}) CREATE (a)-[r:REQUESTED_BY]->(b);

UNWIND [
  ['CO-02', 10],
  ['CO-05', 1],
  ['CO-07', 3],
  ['CO-09', 2],
  ['CO-13', 13]
] AS row MATCH (a:ChangeOrder {co_ref: row[0]}), (b:Person {person_id: row[1]}) CREATE (a)-[r:REQUESTED_BY]->(b);
