// An invented charity (Lantern Street) that works with homeless people, food banks and young people. camelCase names, native dates, money in whole pounds.
// Traps: the money is on Donation, a donor MADE it and it goes TO_CAMPAIGN (some go to no campaign), some were handed over AT_EVENT.
// A grant has an amount, what each project gets of it is `allocated` on FUNDS, pending and rejected grants have no `awardedOn` and yet a funder.
// Shifts are AT_PROJECT or FOR_EVENT, what a volunteer did is `hoursLogged` on WORKED, `lengthHours` is only the plan, two shifts have nobody.
// Two donors are called Margaret Hughes, Priya Nair is a donor and a volunteer (two nodes), Daniel Osei a volunteer and another one on the staff.
// The manager of a project is MANAGES, a campaign has LEADS, a volunteer is looked after by COORDINATES, the boss is REPORTS_TO.
// `ticketPrice` is missing where an event is free, `giftAid` where it does not apply, `endsOn` where a campaign goes on, some donors have no region.

UNWIND [
  {name: 'North Yorkshire', population: 820000},
  {name: 'Tyneside', population: 1140000},
  {name: 'Merseyside', population: 1420000},
  {name: 'East Midlands', population: 4880000},
  {name: 'Cornwall', population: 570000},
  {name: 'South Wales'}
] AS row CREATE (n:Region) SET n = row;

UNWIND [
  {name: 'Winter Warmth Appeal', theme: 'homelessness', targetAmount: 40000, startsOn: date('2023-11-01'), endsOn: date('2024-01-31')},
  {name: 'Full Plates', theme: 'food', targetAmount: 25000, startsOn: date('2024-03-01'), endsOn: date('2024-05-31')},
  {name: 'Back to School Fund', theme: 'education', targetAmount: 15000, startsOn: date('2024-07-15'), endsOn: date('2024-09-15')},
  {name: 'Keys for Life', theme: 'homelessness', targetAmount: 60000, startsOn: date('2024-01-10')},
  {name: 'Spring Street Collection', theme: 'general', targetAmount: 5000, startsOn: date('2024-04-05'), endsOn: date('2024-04-20')},
  {name: 'Flood Emergency Appeal', theme: 'emergency', targetAmount: 30000, startsOn: date('2023-12-20'), endsOn: date('2024-02-28')},
  {name: 'Minds Matter', theme: 'mentalHealth', targetAmount: 20000, startsOn: date('2024-05-01'), endsOn: date('2024-10-31')},
  {name: 'Legacy Circle', theme: 'general', startsOn: date('2022-01-01')},
  {name: 'Christmas Hampers', theme: 'food', targetAmount: 12000, startsOn: date('2024-11-15'), endsOn: date('2024-12-24')}
] AS row CREATE (n:Campaign) SET n = row;

UNWIND [
  {donorNo: 1, fullName: 'Margaret Hughes', donorType: 'individual', city: 'York', email: 'm.hughes@mail.example', giftAid: true, newsletter: true},
  {donorNo: 2, fullName: 'Margaret Hughes', donorType: 'individual', city: 'Swansea', giftAid: false, newsletter: false},
  {donorNo: 3, fullName: 'Alan Pettifer', donorType: 'individual', city: 'Newcastle', email: 'apettifer@mail.example', giftAid: true, newsletter: true},
  {donorNo: 4, fullName: 'Priya Nair', donorType: 'individual', city: 'Leicester', email: 'priya.nair@mail.example', giftAid: true, newsletter: true},
  {donorNo: 5, fullName: 'Tom Ashcroft', donorType: 'individual', city: 'Liverpool', email: 'tomashcroft@mail.example', giftAid: false, newsletter: false},
  {donorNo: 6, fullName: 'Brightwell Bakery', donorType: 'company', city: 'Liverpool', email: 'hello@brightwell.example', newsletter: true},
  {donorNo: 7, fullName: 'Tyne Valley Motors', donorType: 'company', city: 'Gateshead', email: 'office@tvmotors.example', newsletter: false},
  {donorNo: 8, fullName: 'The Aldous Trust', donorType: 'trust', city: 'York', email: 'grants@aldous.example', newsletter: false},
  {donorNo: 9, fullName: 'Sunita Rao', donorType: 'individual', city: 'Nottingham', email: 'sunita@mail.example', giftAid: true, newsletter: true},
  {donorNo: 10, fullName: 'George Lindqvist', donorType: 'individual', city: 'Truro', email: 'glindqvist@mail.example', giftAid: true, newsletter: false},
  {donorNo: 11, fullName: 'Rotary Club of Harrogate', donorType: 'community', city: 'Harrogate', email: 'secretary@rotaryhgt.example', newsletter: true},
  {donorNo: 12, fullName: 'Eleanor Byrne', donorType: 'individual', city: 'Liverpool', email: 'eleanor.byrne@mail.example', giftAid: true, newsletter: true},
  {donorNo: 13, fullName: 'Kemp & Sons Solicitors', donorType: 'company', city: 'Nottingham', email: 'post@kempsons.example', newsletter: false},
  {donorNo: 14, fullName: 'Ffion Prosser', donorType: 'individual', city: 'Cardiff', email: 'ffion.p@mail.example', giftAid: true, newsletter: true},
  {donorNo: 15, fullName: 'Owen Maddox', donorType: 'individual', city: 'Cardiff', email: 'owenm@mail.example', giftAid: false, newsletter: false},
  {donorNo: 16, fullName: 'Anonymous', donorType: 'individual', newsletter: false},
  {donorNo: 17, fullName: 'Helen Trevithick', donorType: 'individual', city: 'Falmouth', giftAid: true, newsletter: false},
  {donorNo: 18, fullName: 'Northgate Primary School', donorType: 'community', city: 'Newcastle', email: 'head@northgate.example', newsletter: true},
  {donorNo: 19, fullName: 'Samuel Okoro', donorType: 'individual', city: 'Gateshead', email: 'sokoro@mail.example', giftAid: true, newsletter: true},
  {donorNo: 20, fullName: 'Beatrice Lang', donorType: 'individual', city: 'Scarborough', email: 'bea.lang@mail.example', newsletter: true},
  {donorNo: 21, fullName: 'Castell Energy', donorType: 'company', city: 'Swansea', email: 'csr@castell.example', newsletter: true},
  {donorNo: 22, fullName: 'Marcus Feld', donorType: 'individual', city: 'Derby', email: 'marcus@mail.example', giftAid: true, newsletter: false},
  {donorNo: 23, fullName: 'Ruth Calloway', donorType: 'individual', city: 'Southport', email: 'ruthc@mail.example', giftAid: true, newsletter: true},
  {donorNo: 24, fullName: 'Harriet Voss', donorType: 'individual', email: 'hvoss@mail.example', newsletter: true},
  {donorNo: 25, fullName: 'Derek Stubbs', donorType: 'individual', city: 'York', newsletter: false},
  {donorNo: 26, fullName: 'Pennine Outdoor Ltd', donorType: 'company', city: 'Derby', email: 'info@pennineoutdoor.example', newsletter: false}
] AS row CREATE (n:Donor) SET n = row;

UNWIND [
  {ref: 'D-1001', amount: 250, donatedOn: date('2023-11-05'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1002', amount: 40, donatedOn: date('2023-11-11'), method: 'directDebit', recurring: true, thankYouSent: true},
  {ref: 'D-1003', amount: 1500, donatedOn: date('2023-11-20'), method: 'bankTransfer', recurring: false, thankYouSent: true},
  {ref: 'D-1004', amount: 75, donatedOn: date('2023-12-02'), method: 'cash', recurring: false, thankYouSent: true},
  {ref: 'D-1005', amount: 120, donatedOn: date('2023-12-02'), method: 'card', recurring: false, thankYouSent: false},
  {ref: 'D-1006', amount: 30, donatedOn: date('2023-12-02'), method: 'cash', recurring: false},
  {ref: 'D-1007', amount: 5000, donatedOn: date('2023-12-10'), method: 'bankTransfer', recurring: false, thankYouSent: true},
  {ref: 'D-1008', amount: 60, donatedOn: date('2023-12-16'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1009', amount: 200, donatedOn: date('2023-12-16'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1010', amount: 350, donatedOn: date('2023-12-22'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1011', amount: 2500, donatedOn: date('2023-12-28'), method: 'bankTransfer', recurring: false, thankYouSent: true},
  {ref: 'D-1012', amount: 100, donatedOn: date('2024-01-03'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1013', amount: 40, donatedOn: date('2024-01-11'), method: 'directDebit', recurring: true, thankYouSent: true},
  {ref: 'D-1014', amount: 800, donatedOn: date('2024-01-15'), method: 'bankTransfer', recurring: false, thankYouSent: true},
  {ref: 'D-1015', amount: 25, donatedOn: date('2024-01-20'), method: 'directDebit', recurring: true, thankYouSent: true},
  {ref: 'D-1016', amount: 500, donatedOn: date('2024-01-30'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1017', amount: 90, donatedOn: date('2024-02-09'), method: 'cash', recurring: false, thankYouSent: true},
  {ref: 'D-1018', amount: 55, donatedOn: date('2024-02-09'), method: 'card', recurring: false, thankYouSent: false},
  {ref: 'D-1019', amount: 25, donatedOn: date('2024-02-20'), method: 'directDebit', recurring: true, thankYouSent: true},
  {ref: 'D-1020', amount: 150, donatedOn: date('2024-02-25'), method: 'cheque', recurring: false, thankYouSent: false},
  {ref: 'D-1021', amount: 300, donatedOn: date('2024-03-04'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1022', amount: 450, donatedOn: date('2024-03-17'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1023', amount: 35, donatedOn: date('2024-03-17'), method: 'cash', recurring: false, thankYouSent: false},
  {ref: 'D-1024', amount: 20, donatedOn: date('2024-03-17'), method: 'cash', recurring: false, thankYouSent: true},
  {ref: 'D-1025', amount: 25, donatedOn: date('2024-03-20'), method: 'directDebit', recurring: true, thankYouSent: true},
  {ref: 'D-1026', amount: 1000, donatedOn: date('2024-03-28'), method: 'bankTransfer', recurring: false, thankYouSent: true},
  {ref: 'D-1027', amount: 15, donatedOn: date('2024-04-06'), method: 'cash', recurring: false},
  {ref: 'D-1028', amount: 45, donatedOn: date('2024-04-09'), method: 'cash', recurring: false, thankYouSent: true},
  {ref: 'D-1029', amount: 60, donatedOn: date('2024-04-13'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1030', amount: 2000, donatedOn: date('2024-04-27'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1031', amount: 750, donatedOn: date('2024-04-27'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1032', amount: 600, donatedOn: date('2024-04-27'), method: 'cheque', recurring: false, thankYouSent: true},
  {ref: 'D-1033', amount: 10000, donatedOn: date('2024-05-02'), method: 'bankTransfer', recurring: false, thankYouSent: true},
  {ref: 'D-1034', amount: 180, donatedOn: date('2024-05-19'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1035', amount: 95, donatedOn: date('2024-05-19'), method: 'card', recurring: false, thankYouSent: false},
  {ref: 'D-1036', amount: 220, donatedOn: date('2024-05-23'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1037', amount: 3000, donatedOn: date('2024-06-01'), method: 'bankTransfer', recurring: false, thankYouSent: true},
  {ref: 'D-1038', amount: 50, donatedOn: date('2024-06-15'), method: 'cash', recurring: false, thankYouSent: true},
  {ref: 'D-1039', amount: 25, donatedOn: date('2024-06-20'), method: 'directDebit', recurring: true, thankYouSent: true},
  {ref: 'D-1040', amount: 400, donatedOn: date('2024-07-18'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1041', amount: 85, donatedOn: date('2024-08-10'), method: 'cash', recurring: false, thankYouSent: true},
  {ref: 'D-1042', amount: 1200, donatedOn: date('2024-08-22'), method: 'bankTransfer', recurring: false, thankYouSent: true},
  {ref: 'D-1043', amount: 65, donatedOn: date('2024-09-01'), method: 'card', recurring: false, thankYouSent: false},
  {ref: 'D-1044', amount: 4500, donatedOn: date('2024-09-06'), method: 'bankTransfer', recurring: false, thankYouSent: true},
  {ref: 'D-1045', amount: 700, donatedOn: date('2024-09-06'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1046', amount: 15000, donatedOn: date('2024-09-30'), method: 'bankTransfer', recurring: false, thankYouSent: true},
  {ref: 'D-1047', amount: 140, donatedOn: date('2024-10-12'), method: 'card', recurring: false, thankYouSent: true},
  {ref: 'D-1048', amount: 30, donatedOn: date('2024-10-20'), method: 'directDebit', recurring: true, thankYouSent: false}
] AS row CREATE (n:Donation) SET n = row;

UNWIND [
  {title: 'Lantern Walk', eventType: 'walk', heldOn: date('2023-12-02'), venue: 'York Minster Yard', ticketPrice: 10, capacity: 300},
  {title: 'Carols by Candlelight', eventType: 'concert', heldOn: date('2023-12-16'), venue: 'St Nicholas Cathedral', ticketPrice: 15, capacity: 250},
  {title: 'Big Breakfast', eventType: 'meal', heldOn: date('2024-03-17'), venue: 'Baltic Market Hall', ticketPrice: 8, capacity: 120},
  {title: 'Spring Gala Dinner', eventType: 'dinner', heldOn: date('2024-04-27'), venue: 'Crown Hotel', ticketPrice: 85, capacity: 140},
  {title: 'Coastal 10K', eventType: 'run', heldOn: date('2024-05-19'), venue: 'Gyllyngvase Beach', ticketPrice: 25, capacity: 400},
  {title: 'Quiz Night', eventType: 'quiz', heldOn: date('2024-02-09'), venue: 'The Fat Ox', ticketPrice: 5, capacity: 60},
  {title: 'Uniform Swap', eventType: 'market', heldOn: date('2024-08-10'), venue: 'Cathays Community Centre'},
  {title: 'Open House', eventType: 'openDay', heldOn: date('2024-06-15'), venue: 'Lantern Street Hub', capacity: 80},
  {title: 'Golf Day', eventType: 'sport', heldOn: date('2024-09-06'), venue: 'Morlais Links', ticketPrice: 120, capacity: 72},
  {title: 'Volunteers Thank-You Tea', eventType: 'social', heldOn: date('2024-06-02'), venue: 'Museum Gardens', capacity: 100},
  {title: 'Online Auction', eventType: 'auction', heldOn: date('2024-10-12')}
] AS row CREATE (n:Event) SET n = row;

UNWIND [
  {volunteerId: 'V01', fullName: 'Daniel Osei', joinedOn: date('2021-03-14'), skills: ['driving', 'cooking'], hasDbsCheck: true, phone: '07700 900101'},
  {volunteerId: 'V02', fullName: 'Grace Mbeki', joinedOn: date('2022-09-01'), skills: ['counselling', 'first aid'], hasDbsCheck: true, phone: '07700 900102'},
  {volunteerId: 'V03', fullName: 'Lewis Hartnell', joinedOn: date('2023-01-20'), skills: ['cooking'], hasDbsCheck: false, phone: '07700 900103'},
  {volunteerId: 'V04', fullName: 'Amina Yusuf', joinedOn: date('2020-06-11'), skills: ['first aid', 'translation'], hasDbsCheck: true, phone: '07700 900104'},
  {volunteerId: 'V05', fullName: 'Joan Pickering', joinedOn: date('2018-05-03'), skills: ['knitting', 'fundraising'], hasDbsCheck: false},
  {volunteerId: 'V06', fullName: 'Rhys Bevan', joinedOn: date('2023-10-09'), skills: ['driving', 'warehouse'], hasDbsCheck: true, phone: '07700 900106'},
  {volunteerId: 'V07', fullName: 'Ella Thornbury', joinedOn: date('2024-02-02'), skills: ['social media'], hasDbsCheck: false, phone: '07700 900107'},
  {volunteerId: 'V08', fullName: 'Peter Quill', joinedOn: date('2019-11-25'), skills: ['cooking', 'driving'], hasDbsCheck: true, phone: '07700 900108'},
  {volunteerId: 'V09', fullName: 'Priya Nair', joinedOn: date('2022-04-18'), skills: ['teaching', 'translation'], hasDbsCheck: true, phone: '07700 900109'},
  {volunteerId: 'V10', fullName: 'Callum Reid', joinedOn: date('2024-01-15'), skills: ['warehouse'], hasDbsCheck: false, phone: '07700 900110'},
  {volunteerId: 'V11', fullName: 'Megan Lloyd', joinedOn: date('2021-08-30'), skills: ['teaching', 'first aid'], hasDbsCheck: true, phone: '07700 900111'},
  {volunteerId: 'V12', fullName: 'Frank Iddon', joinedOn: date('2017-02-19'), skills: ['driving', 'gardening'], hasDbsCheck: true},
  {volunteerId: 'V13', fullName: 'Zara Malik', joinedOn: date('2023-06-05'), skills: ['counselling'], hasDbsCheck: true, phone: '07700 900113'},
  {volunteerId: 'V14', fullName: 'Hugh Pascoe', joinedOn: date('2024-04-22'), skills: [], hasDbsCheck: false, phone: '07700 900114'},
  {volunteerId: 'V15', fullName: 'Lily Sandford', joinedOn: date('2024-05-30'), hasDbsCheck: false},
  {volunteerId: 'V16', fullName: 'Nathan Cole', joinedOn: date('2022-12-12'), skills: ['photography', 'social media'], hasDbsCheck: false, phone: '07700 900116'},
  {volunteerId: 'V17', fullName: 'Olwen Griffiths', joinedOn: date('2019-03-08'), skills: ['cooking', 'first aid'], hasDbsCheck: true, phone: '07700 900117'},
  {volunteerId: 'V18', fullName: 'Ben Adeyemi', joinedOn: date('2024-06-18'), skills: ['bookkeeping'], hasDbsCheck: false, phone: '07700 900118'}
] AS row CREATE (n:Volunteer) SET n = row;

UNWIND [
  {shiftCode: 'SH-01', role: 'kitchen', shiftDate: date('2024-01-12'), startTime: '18:00', lengthHours: 4},
  {shiftCode: 'SH-02', role: 'night watch', shiftDate: date('2024-01-19'), startTime: '22:00', lengthHours: 8},
  {shiftCode: 'SH-03', role: 'sorting', shiftDate: date('2024-01-27'), startTime: '09:00', lengthHours: 3},
  {shiftCode: 'SH-04', role: 'kitchen', shiftDate: date('2024-02-03'), startTime: '11:00', lengthHours: 4},
  {shiftCode: 'SH-05', role: 'listening line', shiftDate: date('2024-02-08'), startTime: '17:00', lengthHours: 3},
  {shiftCode: 'SH-06', role: 'teaching', shiftDate: date('2024-02-14'), startTime: '16:00', lengthHours: 2},
  {shiftCode: 'SH-07', role: 'deliveries', shiftDate: date('2024-02-17'), startTime: '08:30', lengthHours: 5},
  {shiftCode: 'SH-08', role: 'stewarding', shiftDate: date('2024-02-09'), startTime: '18:00', lengthHours: 4},
  {shiftCode: 'SH-09', role: 'serving', shiftDate: date('2024-03-17'), startTime: '07:00', lengthHours: 6},
  {shiftCode: 'SH-10', role: 'teaching', shiftDate: date('2024-03-06'), startTime: '16:00', lengthHours: 2},
  {shiftCode: 'SH-11', role: 'outreach walk', shiftDate: date('2024-03-22'), startTime: '20:00', lengthHours: 4},
  {shiftCode: 'SH-12', role: 'sorting', shiftDate: date('2024-04-06'), startTime: '09:00', lengthHours: 3},
  {shiftCode: 'SH-13', role: 'front of house', shiftDate: date('2024-04-27'), startTime: '17:00', lengthHours: 6},
  {shiftCode: 'SH-14', role: 'listening line', shiftDate: date('2024-05-07'), startTime: '17:00', lengthHours: 3},
  {shiftCode: 'SH-15', role: 'marshalling', shiftDate: date('2024-05-19'), startTime: '07:00', lengthHours: 5},
  {shiftCode: 'SH-16', role: 'kitchen', shiftDate: date('2024-05-25'), startTime: '11:00', lengthHours: 4},
  {shiftCode: 'SH-17', role: 'tea and cake', shiftDate: date('2024-06-02'), startTime: '13:00', lengthHours: 4},
  {shiftCode: 'SH-18', role: 'deliveries', shiftDate: date('2024-06-08'), startTime: '08:30', lengthHours: 5},
  {shiftCode: 'SH-19', role: 'uniform stall', shiftDate: date('2024-08-10'), startTime: '09:30', lengthHours: 5},
  {shiftCode: 'SH-20', role: 'first aid', shiftDate: date('2024-09-06'), startTime: '08:00', lengthHours: 9},
  {shiftCode: 'SH-21', role: 'teaching', shiftDate: date('2024-09-18'), startTime: '16:00', lengthHours: 2},
  {shiftCode: 'SH-22', role: 'night watch', shiftDate: date('2024-10-04'), startTime: '22:00', lengthHours: 8},
  {shiftCode: 'SH-23', role: 'reading corner', shiftDate: date('2024-09-25'), startTime: '16:00', lengthHours: 2}
] AS row CREATE (n:Shift) SET n = row;

UNWIND [
  {name: 'Gateshead Night Shelter', projectType: 'shelter', startedYear: 2015, annualBudget: 210000, peopleHelped: 640, status: 'active'},
  {name: 'Byker Food Bank', projectType: 'foodBank', startedYear: 2012, annualBudget: 85000, peopleHelped: 2300, status: 'active'},
  {name: 'Toxteth Community Kitchen', projectType: 'kitchen', startedYear: 2018, annualBudget: 64000, peopleHelped: 1450, status: 'active'},
  {name: 'Safe Space Liverpool', projectType: 'counselling', startedYear: 2020, annualBudget: 118000, peopleHelped: 380, status: 'active'},
  {name: 'Leicester Language Café', projectType: 'education', startedYear: 2019, annualBudget: 27000, peopleHelped: 215, status: 'active'},
  {name: 'Homework Club Cardiff', projectType: 'education', startedYear: 2021, annualBudget: 31000, peopleHelped: 160, status: 'active'},
  {name: 'Valleys Food Van', projectType: 'foodBank', startedYear: 2022, annualBudget: 49000, peopleHelped: 890, status: 'paused'},
  {name: 'York Outreach Team', projectType: 'outreach', startedYear: 2014, annualBudget: 132000, peopleHelped: 510, status: 'active'},
  {name: 'Derby Move-On Flats', projectType: 'housing', startedYear: 2023, annualBudget: 175000, peopleHelped: 44, status: 'active'},
  {name: 'Scarborough Drop-In', projectType: 'dropIn', startedYear: 2016, annualBudget: 38000, status: 'closed'},
  {name: 'Pontypridd Allotment', projectType: 'wellbeing', startedYear: 2024, annualBudget: 9000, status: 'planned'}
] AS row CREATE (n:Project) SET n = row;

UNWIND [
  {name: 'Meridian Foundation', funderType: 'foundation', contactEmail: 'apply@meridian.example'},
  {name: 'Northern Relief Fund', funderType: 'foundation'},
  {name: 'Department for Communities', funderType: 'government', contactEmail: 'grants@communities.example'},
  {name: 'Harcourt Bank Foundation', funderType: 'corporate', contactEmail: 'giving@harcourt.example'},
  {name: 'Welsh Wellbeing Council', funderType: 'government'},
  {name: 'Osprey Charitable Trust', funderType: 'foundation', contactEmail: 'hello@osprey.example'}
] AS row CREATE (n:Funder) SET n = row;

UNWIND [
  {reference: 'G-301', amount: 60000, awardedOn: date('2023-02-15'), durationMonths: 24, status: 'awarded'},
  {reference: 'G-302', amount: 25000, awardedOn: date('2023-06-30'), durationMonths: 12, status: 'awarded'},
  {reference: 'G-303', amount: 90000, awardedOn: date('2024-01-22'), durationMonths: 36, status: 'awarded'},
  {reference: 'G-304', amount: 15000, awardedOn: date('2024-03-11'), durationMonths: 12, status: 'awarded'},
  {reference: 'G-305', amount: 40000, durationMonths: 24, status: 'pending'},
  {reference: 'G-306', amount: 18000, awardedOn: date('2024-04-19'), durationMonths: 12, status: 'awarded'},
  {reference: 'G-307', amount: 30000, durationMonths: 18, status: 'rejected'},
  {reference: 'G-308', amount: 12000, durationMonths: 12, status: 'pending'},
  {reference: 'G-309', amount: 22000, awardedOn: date('2022-09-05'), durationMonths: 12, status: 'closed'},
  {reference: 'G-310', amount: 35000, awardedOn: date('2024-07-08'), durationMonths: 24, status: 'awarded'}
] AS row CREATE (n:Grant) SET n = row;

UNWIND [
  {staffId: 'S01', fullName: 'Victoria Lampard', jobTitle: 'Chief Executive', startedOn: date('2016-04-01'), salary: 78000, partTime: false},
  {staffId: 'S02', fullName: 'Imran Siddiqui', jobTitle: 'Head of Fundraising', startedOn: date('2018-09-10'), salary: 54000, partTime: false},
  {staffId: 'S03', fullName: 'Carol Whitmore', jobTitle: 'Head of Services', startedOn: date('2017-01-16'), salary: 56000, partTime: false},
  {staffId: 'S04', fullName: 'Joel Fenwick', jobTitle: 'Campaign Manager', startedOn: date('2021-05-04'), salary: 36500, partTime: false},
  {staffId: 'S05', fullName: 'Tessa Rowntree', jobTitle: 'Events Manager', startedOn: date('2020-02-17'), salary: 35000, partTime: true},
  {staffId: 'S06', fullName: 'Daniel Osei', jobTitle: 'Project Manager', startedOn: date('2022-03-07'), salary: 37000, partTime: false},
  {staffId: 'S07', fullName: 'Nia Hopkins', jobTitle: 'Project Manager', startedOn: date('2019-10-21'), salary: 38500, partTime: false},
  {staffId: 'S08', fullName: 'Robert Ainsley', jobTitle: 'Project Manager', startedOn: date('2023-02-13'), salary: 36000, partTime: false},
  {staffId: 'S09', fullName: 'Lucy Marchetti', jobTitle: 'Volunteer Coordinator', startedOn: date('2021-11-08'), salary: 29500, partTime: true},
  {staffId: 'S10', fullName: 'Kwame Boateng', jobTitle: 'Volunteer Coordinator', startedOn: date('2023-08-14'), salary: 28500, partTime: false},
  {staffId: 'S11', fullName: 'Sandra Nowak', jobTitle: 'Grants Officer', startedOn: date('2022-06-20'), salary: 33500, partTime: true},
  {staffId: 'S12', fullName: 'Philip Grange', jobTitle: 'Finance Officer', startedOn: date('2024-01-08'), partTime: false}
] AS row CREATE (n:Staff) SET n = row;

UNWIND [
  [1, 'North Yorkshire'],
  [2, 'South Wales'],
  [3, 'Tyneside'],
  [4, 'East Midlands'],
  [5, 'Merseyside'],
  [6, 'Merseyside'],
  [7, 'Tyneside'],
  [8, 'North Yorkshire'],
  [9, 'East Midlands'],
  [10, 'Cornwall'],
  [11, 'North Yorkshire'],
  [12, 'Merseyside'],
  [13, 'East Midlands'],
  [14, 'South Wales'],
  [15, 'South Wales'],
  [17, 'Cornwall'],
  [18, 'Tyneside'],
  [19, 'Tyneside'],
  [20, 'North Yorkshire'],
  [21, 'South Wales'],
  [22, 'East Midlands'],
  [23, 'Merseyside'],
  [25, 'North Yorkshire'],
  [26, 'East Midlands']
] AS row MATCH (a:Donor {donorNo: row[0]}), (b:Region {name: row[1]}) CREATE (a)-[r:BASED_IN]->(b);

UNWIND [
  [1, 'D-1001'],
  [3, 'D-1002'],
  [6, 'D-1003'],
  [1, 'D-1004'],
  [20, 'D-1005'],
  [16, 'D-1006'],
  [8, 'D-1007'],
  [3, 'D-1008'],
  [19, 'D-1009'],
  [14, 'D-1010'],
  [21, 'D-1011'],
  [15, 'D-1012'],
  [3, 'D-1013'],
  [13, 'D-1014'],
  [9, 'D-1015'],
  [12, 'D-1016'],
  [18, 'D-1017'],
  [19, 'D-1018'],
  [9, 'D-1019'],
  [2, 'D-1020'],
  [4, 'D-1021'],
  [6, 'D-1022'],
  [5, 'D-1023'],
  [23, 'D-1024'],
  [9, 'D-1025'],
  [11, 'D-1026'],
  [16, 'D-1027'],
  [5, 'D-1028'],
  [20, 'D-1029'],
  [13, 'D-1030'],
  [22, 'D-1031'],
  [4, 'D-1032'],
  [8, 'D-1033'],
  [10, 'D-1034'],
  [17, 'D-1035'],
  [12, 'D-1036'],
  [7, 'D-1037'],
  [23, 'D-1038'],
  [9, 'D-1039'],
  [14, 'D-1040'],
  [2, 'D-1041'],
  [6, 'D-1042'],
  [15, 'D-1043'],
  [21, 'D-1044'],
  [14, 'D-1045'],
  [10, 'D-1046'],
  [1, 'D-1047'],
  [22, 'D-1048']
] AS row MATCH (a:Donor {donorNo: row[0]}), (b:Donation {ref: row[1]}) CREATE (a)-[r:MADE]->(b);

UNWIND [
  ['D-1001', 'Winter Warmth Appeal'],
  ['D-1002', 'Winter Warmth Appeal'],
  ['D-1003', 'Winter Warmth Appeal'],
  ['D-1004', 'Winter Warmth Appeal'],
  ['D-1005', 'Winter Warmth Appeal'],
  ['D-1006', 'Winter Warmth Appeal'],
  ['D-1007', 'Winter Warmth Appeal'],
  ['D-1008', 'Winter Warmth Appeal'],
  ['D-1009', 'Winter Warmth Appeal'],
  ['D-1010', 'Flood Emergency Appeal'],
  ['D-1011', 'Flood Emergency Appeal'],
  ['D-1012', 'Flood Emergency Appeal'],
  ['D-1013', 'Winter Warmth Appeal'],
  ['D-1014', 'Keys for Life'],
  ['D-1015', 'Keys for Life'],
  ['D-1016', 'Keys for Life'],
  ['D-1017', 'Flood Emergency Appeal'],
  ['D-1018', 'Flood Emergency Appeal'],
  ['D-1019', 'Keys for Life'],
  ['D-1020', 'Flood Emergency Appeal'],
  ['D-1021', 'Full Plates'],
  ['D-1022', 'Full Plates'],
  ['D-1023', 'Full Plates'],
  ['D-1024', 'Full Plates'],
  ['D-1025', 'Keys for Life'],
  ['D-1026', 'Full Plates'],
  ['D-1027', 'Spring Street Collection'],
  ['D-1028', 'Spring Street Collection'],
  ['D-1029', 'Spring Street Collection'],
  ['D-1030', 'Keys for Life'],
  ['D-1031', 'Keys for Life'],
  ['D-1032', 'Keys for Life'],
  ['D-1033', 'Minds Matter'],
  ['D-1034', 'Minds Matter'],
  ['D-1035', 'Minds Matter'],
  ['D-1036', 'Minds Matter'],
  ['D-1039', 'Keys for Life'],
  ['D-1040', 'Back to School Fund'],
  ['D-1041', 'Back to School Fund'],
  ['D-1042', 'Back to School Fund'],
  ['D-1043', 'Back to School Fund'],
  ['D-1044', 'Minds Matter'],
  ['D-1045', 'Minds Matter'],
  ['D-1046', 'Legacy Circle'],
  ['D-1047', 'Keys for Life']
] AS row MATCH (a:Donation {ref: row[0]}), (b:Campaign {name: row[1]}) CREATE (a)-[r:TO_CAMPAIGN]->(b);

UNWIND [
  ['D-1004', 'Lantern Walk'],
  ['D-1005', 'Lantern Walk'],
  ['D-1006', 'Lantern Walk'],
  ['D-1008', 'Carols by Candlelight'],
  ['D-1009', 'Carols by Candlelight'],
  ['D-1017', 'Quiz Night'],
  ['D-1018', 'Quiz Night'],
  ['D-1022', 'Big Breakfast'],
  ['D-1023', 'Big Breakfast'],
  ['D-1024', 'Big Breakfast'],
  ['D-1030', 'Spring Gala Dinner'],
  ['D-1031', 'Spring Gala Dinner'],
  ['D-1032', 'Spring Gala Dinner'],
  ['D-1034', 'Coastal 10K'],
  ['D-1035', 'Coastal 10K'],
  ['D-1038', 'Open House'],
  ['D-1041', 'Uniform Swap'],
  ['D-1044', 'Golf Day'],
  ['D-1045', 'Golf Day'],
  ['D-1047', 'Online Auction']
] AS row MATCH (a:Donation {ref: row[0]}), (b:Event {title: row[1]}) CREATE (a)-[r:AT_EVENT]->(b);

UNWIND [
  [1, 'Lantern Walk', {guests: 2}],
  [20, 'Lantern Walk', {}],
  [25, 'Lantern Walk', {guests: 1}],
  [3, 'Carols by Candlelight', {guests: 1}],
  [19, 'Carols by Candlelight', {guests: 0}],
  [24, 'Carols by Candlelight', {guests: 1}],
  [19, 'Quiz Night', {guests: 3}],
  [18, 'Quiz Night', {guests: 5}],
  [5, 'Big Breakfast', {}],
  [23, 'Big Breakfast', {guests: 1}],
  [6, 'Big Breakfast', {guests: 4}],
  [13, 'Spring Gala Dinner', {guests: 8}],
  [22, 'Spring Gala Dinner', {guests: 1}],
  [4, 'Spring Gala Dinner', {guests: 1}],
  [8, 'Spring Gala Dinner', {guests: 2}],
  [10, 'Coastal 10K', {}],
  [17, 'Coastal 10K', {}],
  [2, 'Uniform Swap', {}],
  [14, 'Uniform Swap', {guests: 2}],
  [21, 'Golf Day', {guests: 3}],
  [14, 'Golf Day', {guests: 0}],
  [23, 'Open House', {}],
  [12, 'Open House', {guests: 1}]
] AS row MATCH (a:Donor {donorNo: row[0]}), (b:Event {title: row[1]}) CREATE (a)-[r:ATTENDED]->(b) SET r = row[2];

UNWIND [
  [19, 3],
  [22, 4],
  [23, 12],
  [15, 14],
  [17, 10],
  [20, 1]
] AS row MATCH (a:Donor {donorNo: row[0]}), (b:Donor {donorNo: row[1]}) CREATE (a)-[r:REFERRED_BY]->(b);

UNWIND [
  ['Lantern Walk', 'Winter Warmth Appeal'],
  ['Carols by Candlelight', 'Winter Warmth Appeal'],
  ['Big Breakfast', 'Full Plates'],
  ['Spring Gala Dinner', 'Keys for Life'],
  ['Coastal 10K', 'Minds Matter'],
  ['Quiz Night', 'Flood Emergency Appeal'],
  ['Uniform Swap', 'Back to School Fund'],
  ['Golf Day', 'Minds Matter'],
  ['Online Auction', 'Keys for Life']
] AS row MATCH (a:Event {title: row[0]}), (b:Campaign {name: row[1]}) CREATE (a)-[r:RAISES_FOR]->(b);

UNWIND [
  ['Lantern Walk', 'North Yorkshire'],
  ['Carols by Candlelight', 'Tyneside'],
  ['Big Breakfast', 'Merseyside'],
  ['Spring Gala Dinner', 'East Midlands'],
  ['Coastal 10K', 'Cornwall'],
  ['Quiz Night', 'Tyneside'],
  ['Uniform Swap', 'South Wales'],
  ['Open House', 'Merseyside'],
  ['Golf Day', 'South Wales'],
  ['Volunteers Thank-You Tea', 'North Yorkshire']
] AS row MATCH (a:Event {title: row[0]}), (b:Region {name: row[1]}) CREATE (a)-[r:HELD_IN]->(b);

UNWIND [
  ['S05', 'Lantern Walk'],
  ['S05', 'Carols by Candlelight'],
  ['S05', 'Spring Gala Dinner'],
  ['S05', 'Coastal 10K'],
  ['S05', 'Golf Day'],
  ['S05', 'Online Auction'],
  ['S04', 'Big Breakfast'],
  ['S04', 'Quiz Night'],
  ['S09', 'Volunteers Thank-You Tea'],
  ['S07', 'Uniform Swap']
] AS row MATCH (a:Staff {staffId: row[0]}), (b:Event {title: row[1]}) CREATE (a)-[r:ORGANISED]->(b);

UNWIND [
  ['V01', 'Tyneside'],
  ['V02', 'Merseyside'],
  ['V03', 'Merseyside'],
  ['V04', 'East Midlands'],
  ['V05', 'North Yorkshire'],
  ['V06', 'South Wales'],
  ['V07', 'North Yorkshire'],
  ['V08', 'Tyneside'],
  ['V09', 'East Midlands'],
  ['V10', 'Tyneside'],
  ['V11', 'South Wales'],
  ['V12', 'Merseyside'],
  ['V13', 'East Midlands'],
  ['V14', 'Cornwall'],
  ['V15', 'North Yorkshire'],
  ['V16', 'Merseyside'],
  ['V17', 'South Wales']
] AS row MATCH (a:Volunteer {volunteerId: row[0]}), (b:Region {name: row[1]}) CREATE (a)-[r:LIVES_IN]->(b);

UNWIND [
  ['V01', 'SH-01', {hoursLogged: 4}],
  ['V08', 'SH-01', {hoursLogged: 4}],
  ['V08', 'SH-02', {hoursLogged: 8}],
  ['V10', 'SH-02', {hoursLogged: 7.5}],
  ['V10', 'SH-03', {hoursLogged: 3}],
  ['V01', 'SH-03', {hoursLogged: 3}],
  ['V03', 'SH-04', {hoursLogged: 4}],
  ['V12', 'SH-04', {hoursLogged: 4}],
  ['V02', 'SH-05', {hoursLogged: 3}],
  ['V09', 'SH-06', {hoursLogged: 2}],
  ['V04', 'SH-06', {hoursLogged: 2}],
  ['V06', 'SH-07', {hoursLogged: 5}],
  ['V10', 'SH-08', {hoursLogged: 4}],
  ['V03', 'SH-09', {hoursLogged: 6}],
  ['V12', 'SH-09', {hoursLogged: 5}],
  ['V16', 'SH-09', {hoursLogged: 6}],
  ['V11', 'SH-10', {hoursLogged: 2}],
  ['V07', 'SH-11', {hoursLogged: 4}],
  ['V01', 'SH-12', {hoursLogged: 3}],
  ['V08', 'SH-12', {hoursLogged: 2.5}],
  ['V04', 'SH-13', {hoursLogged: 6}],
  ['V13', 'SH-13', {hoursLogged: 6}],
  ['V09', 'SH-13', {hoursLogged: 5}],
  ['V02', 'SH-14', {hoursLogged: 3}],
  ['V13', 'SH-14', {hoursLogged: 3}],
  ['V14', 'SH-15', {hoursLogged: 5}],
  ['V12', 'SH-16', {hoursLogged: 4}],
  ['V05', 'SH-17', {hoursLogged: 4}],
  ['V07', 'SH-17', {hoursLogged: 4}],
  ['V06', 'SH-18', {hoursLogged: 5}],
  ['V17', 'SH-18', {hoursLogged: 4}],
  ['V11', 'SH-19', {hoursLogged: 5}],
  ['V17', 'SH-19', {hoursLogged: 5}],
  ['V06', 'SH-19', {hoursLogged: 2}],
  ['V17', 'SH-20', {hoursLogged: 8}],
  ['V11', 'SH-23', {hoursLogged: 2}]
] AS row MATCH (a:Volunteer {volunteerId: row[0]}), (b:Shift {shiftCode: row[1]}) CREATE (a)-[r:WORKED]->(b) SET r = row[2];

UNWIND [
  ['SH-01', 'Gateshead Night Shelter'],
  ['SH-02', 'Gateshead Night Shelter'],
  ['SH-03', 'Byker Food Bank'],
  ['SH-04', 'Toxteth Community Kitchen'],
  ['SH-05', 'Safe Space Liverpool'],
  ['SH-06', 'Leicester Language Café'],
  ['SH-07', 'Valleys Food Van'],
  ['SH-10', 'Homework Club Cardiff'],
  ['SH-11', 'York Outreach Team'],
  ['SH-12', 'Byker Food Bank'],
  ['SH-14', 'Safe Space Liverpool'],
  ['SH-16', 'Toxteth Community Kitchen'],
  ['SH-18', 'Valleys Food Van'],
  ['SH-21', 'Leicester Language Café'],
  ['SH-22', 'Gateshead Night Shelter'],
  ['SH-23', 'Homework Club Cardiff']
] AS row MATCH (a:Shift {shiftCode: row[0]}), (b:Project {name: row[1]}) CREATE (a)-[r:AT_PROJECT]->(b);

UNWIND [
  ['SH-08', 'Quiz Night'],
  ['SH-09', 'Big Breakfast'],
  ['SH-13', 'Spring Gala Dinner'],
  ['SH-15', 'Coastal 10K'],
  ['SH-17', 'Volunteers Thank-You Tea'],
  ['SH-19', 'Uniform Swap'],
  ['SH-20', 'Golf Day']
] AS row MATCH (a:Shift {shiftCode: row[0]}), (b:Event {title: row[1]}) CREATE (a)-[r:FOR_EVENT]->(b);

UNWIND [
  ['Gateshead Night Shelter', 'Tyneside'],
  ['Byker Food Bank', 'Tyneside'],
  ['Toxteth Community Kitchen', 'Merseyside'],
  ['Safe Space Liverpool', 'Merseyside'],
  ['Leicester Language Café', 'East Midlands'],
  ['Homework Club Cardiff', 'South Wales'],
  ['Valleys Food Van', 'South Wales'],
  ['York Outreach Team', 'North Yorkshire'],
  ['Derby Move-On Flats', 'East Midlands'],
  ['Scarborough Drop-In', 'North Yorkshire'],
  ['Pontypridd Allotment', 'South Wales']
] AS row MATCH (a:Project {name: row[0]}), (b:Region {name: row[1]}) CREATE (a)-[r:RUNS_IN]->(b);

UNWIND [
  ['Winter Warmth Appeal', 'Gateshead Night Shelter'],
  ['Winter Warmth Appeal', 'York Outreach Team'],
  ['Full Plates', 'Byker Food Bank'],
  ['Full Plates', 'Toxteth Community Kitchen'],
  ['Full Plates', 'Valleys Food Van'],
  ['Back to School Fund', 'Homework Club Cardiff'],
  ['Back to School Fund', 'Leicester Language Café'],
  ['Keys for Life', 'Derby Move-On Flats'],
  ['Keys for Life', 'Gateshead Night Shelter'],
  ['Flood Emergency Appeal', 'Valleys Food Van'],
  ['Minds Matter', 'Safe Space Liverpool'],
  ['Christmas Hampers', 'Byker Food Bank']
] AS row MATCH (a:Campaign {name: row[0]}), (b:Project {name: row[1]}) CREATE (a)-[r:SUPPORTS]->(b);

UNWIND [
  ['G-301', 'Meridian Foundation'],
  ['G-302', 'Northern Relief Fund'],
  ['G-303', 'Department for Communities'],
  ['G-304', 'Harcourt Bank Foundation'],
  ['G-305', 'Meridian Foundation'],
  ['G-306', 'Welsh Wellbeing Council'],
  ['G-307', 'Harcourt Bank Foundation'],
  ['G-308', 'Welsh Wellbeing Council'],
  ['G-309', 'Northern Relief Fund'],
  ['G-310', 'Meridian Foundation']
] AS row MATCH (a:Grant {reference: row[0]}), (b:Funder {name: row[1]}) CREATE (a)-[r:FROM_FUNDER]->(b);

UNWIND [
  ['G-301', 'Gateshead Night Shelter', {allocated: 40000}],
  ['G-301', 'York Outreach Team', {allocated: 20000}],
  ['G-302', 'Byker Food Bank', {allocated: 25000}],
  ['G-303', 'Derby Move-On Flats', {allocated: 90000}],
  ['G-304', 'Leicester Language Café', {allocated: 15000}],
  ['G-305', 'Safe Space Liverpool', {allocated: 40000}],
  ['G-306', 'Homework Club Cardiff', {allocated: 10000}],
  ['G-306', 'Valleys Food Van', {allocated: 8000}],
  ['G-307', 'Toxteth Community Kitchen', {}],
  ['G-308', 'Pontypridd Allotment', {allocated: 12000}],
  ['G-309', 'Toxteth Community Kitchen', {allocated: 22000}],
  ['G-310', 'York Outreach Team', {allocated: 35000}]
] AS row MATCH (a:Grant {reference: row[0]}), (b:Project {name: row[1]}) CREATE (a)-[r:FUNDS]->(b) SET r = row[2];

UNWIND [
  ['S11', 'G-301'],
  ['S11', 'G-302'],
  ['S02', 'G-303'],
  ['S11', 'G-304'],
  ['S11', 'G-305'],
  ['S11', 'G-306'],
  ['S02', 'G-307'],
  ['S07', 'G-308'],
  ['S11', 'G-310']
] AS row MATCH (a:Staff {staffId: row[0]}), (b:Grant {reference: row[1]}) CREATE (a)-[r:WROTE]->(b);

UNWIND [
  ['S06', 'Gateshead Night Shelter'],
  ['S06', 'Byker Food Bank'],
  ['S08', 'Toxteth Community Kitchen'],
  ['S08', 'Safe Space Liverpool'],
  ['S07', 'Leicester Language Café'],
  ['S07', 'Homework Club Cardiff'],
  ['S07', 'Valleys Food Van'],
  ['S03', 'York Outreach Team'],
  ['S07', 'Pontypridd Allotment']
] AS row MATCH (a:Staff {staffId: row[0]}), (b:Project {name: row[1]}) CREATE (a)-[r:MANAGES]->(b);

UNWIND [
  ['S04', 'Winter Warmth Appeal'],
  ['S04', 'Full Plates'],
  ['S04', 'Spring Street Collection'],
  ['S04', 'Christmas Hampers'],
  ['S02', 'Keys for Life'],
  ['S02', 'Legacy Circle'],
  ['S05', 'Minds Matter'],
  ['S01', 'Flood Emergency Appeal']
] AS row MATCH (a:Staff {staffId: row[0]}), (b:Campaign {name: row[1]}) CREATE (a)-[r:LEADS]->(b);

UNWIND [
  ['S09', 'V02'],
  ['S09', 'V03'],
  ['S09', 'V04'],
  ['S09', 'V05'],
  ['S09', 'V07'],
  ['S09', 'V09'],
  ['S09', 'V12'],
  ['S09', 'V13'],
  ['S09', 'V16'],
  ['S10', 'V01'],
  ['S10', 'V06'],
  ['S10', 'V08'],
  ['S10', 'V10'],
  ['S10', 'V11'],
  ['S10', 'V17']
] AS row MATCH (a:Staff {staffId: row[0]}), (b:Volunteer {volunteerId: row[1]}) CREATE (a)-[r:COORDINATES]->(b);

UNWIND [
  ['S02', 'S01'],
  ['S03', 'S01'],
  ['S12', 'S01'],
  ['S04', 'S02'],
  ['S05', 'S02'],
  ['S11', 'S02'],
  ['S06', 'S03'],
  ['S07', 'S03'],
  ['S08', 'S03'],
  ['S09', 'S03'],
  ['S10', 'S03']
] AS row MATCH (a:Staff {staffId: row[0]}), (b:Staff {staffId: row[1]}) CREATE (a)-[r:REPORTS_TO]->(b);
