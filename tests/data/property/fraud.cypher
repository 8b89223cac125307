// PaySim fraud detection, after neo4j-graph-examples/fraud-detection
// nodes
CREATE (:Client {id: '3780550406458422', name: 'Grace Parker', firstPartyFraudGroup: 1, firstPartyFraudScore: 0.4});
CREATE (:Client {id: '1885269134022100', name: 'Ethan Parker', firstPartyFraudGroup: 1, firstPartyFraudScore: 0.4});
CREATE (:Client {id: '4127147682813123', name: 'Mia Parker', firstPartyFraudGroup: 1, firstPartyFraudScore: 0.4});
CREATE (:Client:FirstPartyFraudster {id: '4515985345389583', name: 'Noah Carter', firstPartyFraudGroup: 2, firstPartyFraudScore: 1.0});
CREATE (:Client {id: '6894956196938749', name: 'Layla Carter'});
CREATE (:Client {id: '9916040401387295', name: 'Julian Carter'});
CREATE (:Client:FirstPartyFraudster {id: '1940418954763820', name: 'Zoe Whitfield', firstPartyFraudGroup: 3, firstPartyFraudScore: 0.7});
CREATE (:Client {id: '4366391861687419', name: 'Oliver Whitfield'});
CREATE (:Client:SecondPartyFraudSuspect {id: '2767231465855015', name: 'Hannah Stone', firstPartyFraudGroup: 4, firstPartyFraudScore: 0.2, secondPartyFraudScore: 0.306});
CREATE (:Client {id: '5997506217892206', name: 'Isaac Stone', firstPartyFraudGroup: 4, firstPartyFraudScore: 0.2});
CREATE (:Client {id: '2594809016907238', name: 'Claire Delgado'});
CREATE (:Client {id: '2899658221273266', name: 'Mateo Delgado'});
CREATE (:Client {id: '2488849197689217', name: 'Lily Nguyen'});
CREATE (:Client {id: '8672248521487741', name: 'Aaron Nguyen'});
CREATE (:Client {id: '3745152493698451', name: 'Sofia Marsh'});
CREATE (:Client:SecondPartyFraudSuspect {id: '2902086882369470', name: 'Henry Marsh', secondPartyFraudScore: 0.458});
CREATE (:Client {id: '2263544355962661', name: 'Ruby Okafor'});
CREATE (:Client:SecondPartyFraudSuspect {id: '7974228030521084', name: 'Samuel Okafor', secondPartyFraudScore: 0.334});
CREATE (:Client:SecondPartyFraudSuspect {id: '4872387396489167', name: 'Elena Petrova', firstPartyFraudGroup: 5, firstPartyFraudScore: 0.5, secondPartyFraudScore: 0.366});
CREATE (:Client {id: '9861431856565919', name: 'Victor Langley'});
CREATE (:Client {id: '9297812164975482', name: 'Nora Langley'});
CREATE (:Client:FirstPartyFraudster {id: '3548142369715622', name: 'Caleb Bright', firstPartyFraudGroup: 3, firstPartyFraudScore: 1.2});
CREATE (:Client {id: '7254547410750809', name: 'Audrey Finch'});
CREATE (:Client {id: '4633423776865113', name: 'Thomas Bell', firstPartyFraudGroup: 6, firstPartyFraudScore: 0.2});
CREATE (:Client {id: '2872398294311965', name: 'Isabella Bell', firstPartyFraudGroup: 6, firstPartyFraudScore: 0.2});
CREATE (:Client:FirstPartyFraudster {id: '6628516024853854', name: 'Gavin Rhodes', firstPartyFraudGroup: 3, firstPartyFraudScore: 0.9});
CREATE (:Client {id: '1590651535915720', name: 'Penelope Cross', firstPartyFraudGroup: 5, firstPartyFraudScore: 0.2});
CREATE (:Client:FirstPartyFraudster {id: '2836833416493550', name: 'Leo Hartman', firstPartyFraudGroup: 5, firstPartyFraudScore: 0.7});
CREATE (:Client {id: '9730422326629986', name: 'Grace Holloway'});
CREATE (:Client {id: '8578359298510298', name: 'Ethan Frost'});
CREATE (:Client {id: '3036131337069856', name: 'Maya Lindqvist'});
CREATE (:Client:FirstPartyFraudster {id: '3846325454979331', name: 'Dominic Shaw', firstPartyFraudGroup: 2, firstPartyFraudScore: 0.7});
CREATE (:Client:Mule:SecondPartyFraudSuspect {id: '1708527870256728', name: 'Xavier Boone', firstPartyFraudGroup: 3, firstPartyFraudScore: 0.4, secondPartyFraudScore: 0.531});
CREATE (:Client:Mule:FirstPartyFraudster {id: '9217994416602520', name: 'Brooke Carter', firstPartyFraudGroup: 2, firstPartyFraudScore: 0.7});
CREATE (:Client:Mule:SecondPartyFraudSuspect {id: '2201699635478353', name: 'Dylan Pruitt', secondPartyFraudScore: 0.353});
CREATE (:Client:Mule:SecondPartyFraudSuspect {id: '8711536236982194', name: 'Ellie Vance', secondPartyFraudScore: 0.464});
CREATE (:Client:Mule {id: '5820494589245701', name: 'Joseph Marsh'});
CREATE (:Client:Mule {id: '8094180786247473', name: 'Naomi Keller'});
CREATE (:Bank {id: 'BNK-0001', name: 'Bank of Westbrook'});
CREATE (:Bank {id: 'BNK-0002', name: 'Westbrook Savings Bank'});
CREATE (:Bank {id: 'BNK-0003', name: 'First Harbor Bank'});
CREATE (:Merchant {id: '32-0092195', name: 'Harbor Grocery', highRisk: false});
CREATE (:Merchant {id: '97-0014633', name: 'Harbor Electronics', highRisk: false});
CREATE (:Merchant {id: '61-0041729', name: 'Green Leaf Market', highRisk: false});
CREATE (:Merchant {id: '55-0050919', name: 'Green Valley Pharmacy', highRisk: false});
CREATE (:Merchant {id: '14-0078882', name: 'Quick Cash Kiosk', highRisk: true});
CREATE (:Merchant {id: '46-0016706', name: 'Quick Stop Fuel', highRisk: false});
CREATE (:Merchant {id: '68-0050304', name: 'Sunset Jewelers', highRisk: true});
CREATE (:Merchant {id: '25-0095810', name: 'Sunset Travel', highRisk: false});
CREATE (:Merchant {id: '16-0003392', name: 'Corner Pawn Shop', highRisk: true});
CREATE (:Merchant {id: '41-0087614', name: 'Maple Street Books', highRisk: false});
CREATE (:Merchant {id: '21-0073783', name: 'Lucky Star Casino', highRisk: true});
CREATE (:Merchant {id: '92-0033524', name: 'Iron Gate Hardware', highRisk: false});
CREATE (:Merchant {id: '54-0096851', name: 'Blue Door Cafe'});
CREATE (:SSN {ssn: '532-93-1080'});
CREATE (:SSN {ssn: '669-61-6656'});
CREATE (:SSN {ssn: '485-45-7366'});
CREATE (:SSN {ssn: '452-28-9979'});
CREATE (:SSN {ssn: '721-73-6601'});
CREATE (:SSN {ssn: '530-37-1473'});
CREATE (:SSN {ssn: '680-28-5163'});
CREATE (:SSN {ssn: '649-35-4279'});
CREATE (:SSN {ssn: '109-80-1898'});
CREATE (:SSN {ssn: '182-74-6804'});
CREATE (:SSN {ssn: '270-48-6769'});
CREATE (:SSN {ssn: '396-96-1030'});
CREATE (:SSN {ssn: '251-50-3484'});
CREATE (:SSN {ssn: '173-86-3419'});
CREATE (:SSN {ssn: '470-92-5504'});
CREATE (:SSN {ssn: '755-13-4608'});
CREATE (:SSN {ssn: '240-20-4200'});
CREATE (:SSN {ssn: '611-15-3127'});
CREATE (:SSN {ssn: '168-32-4209'});
CREATE (:SSN {ssn: '807-27-7489'});
CREATE (:SSN {ssn: '802-14-1215'});
CREATE (:SSN {ssn: '460-80-8503'});
CREATE (:SSN {ssn: '613-70-1759'});
CREATE (:SSN {ssn: '486-57-6276'});
CREATE (:SSN {ssn: '872-45-5576'});
CREATE (:SSN {ssn: '710-16-8340'});
CREATE (:SSN {ssn: '252-45-2180'});
CREATE (:SSN {ssn: '849-89-4855'});
CREATE (:SSN {ssn: '660-88-9601'});
CREATE (:SSN {ssn: '522-53-9155'});
CREATE (:SSN {ssn: '165-85-7037'});
CREATE (:SSN {ssn: '820-91-3335'});
CREATE (:Email {email: 'grace.parker9@hotmail.com'});
CREATE (:Email {email: 'ethan.parker98@yahoo.com'});
CREATE (:Email {email: 'mparker66@gmail.com'});
CREATE (:Email {email: 'noahcarter93@hotmail.com'});
CREATE (:Email {email: 'lcarter16@gmail.com'});
CREATE (:Email {email: 'juliancarter37@gmail.com'});
CREATE (:Email {email: 'zoe.whitfield35@hotmail.com'});
CREATE (:Email {email: 'oliver.whitfield98@gmail.com'});
CREATE (:Email {email: 'hannah.stone17@gmail.com'});
CREATE (:Email {email: 'cdelgado21@gmail.com'});
CREATE (:Email {email: 'mateodelgado83@gmail.com'});
CREATE (:Email {email: 'lilynguyen19@gmail.com'});
CREATE (:Email {email: 'anguyen81@yahoo.com'});
CREATE (:Email {email: 'sofia.marsh7@hotmail.com'});
CREATE (:Email {email: 'henry.marsh5@hotmail.com'});
CREATE (:Email {email: 'rokafor61@yahoo.com'});
CREATE (:Email {email: 'samuelokafor48@gmail.com'});
CREATE (:Email {email: 'epetrova36@gmail.com'});
CREATE (:Email {email: 'vlangley82@yahoo.com'});
CREATE (:Email {email: 'nlangley32@gmail.com'});
CREATE (:Email {email: 'gavin.rhodes23@gmail.com'});
CREATE (:Email {email: 'audreyfinch41@gmail.com'});
CREATE (:Email {email: 'thomasbell98@hotmail.com'});
CREATE (:Email {email: 'isabella.bell67@yahoo.com'});
CREATE (:Email {email: 'penelope.cross73@yahoo.com'});
CREATE (:Email {email: 'grace.holloway9@gmail.com'});
CREATE (:Email {email: 'ethanfrost82@yahoo.com'});
CREATE (:Email {email: 'bcarter94@gmail.com'});
CREATE (:Email {email: 'dpruitt56@gmail.com'});
CREATE (:Email {email: 'joseph.marsh63@gmail.com'});
CREATE (:Email {email: 'naomi.keller23@gmail.com'});
CREATE (:Phone {phoneNumber: '212-755-9235'});
CREATE (:Phone {phoneNumber: '305-371-7336'});
CREATE (:Phone {phoneNumber: '212-654-7711'});
CREATE (:Phone {phoneNumber: '617-586-5500'});
CREATE (:Phone {phoneNumber: '617-366-5931'});
CREATE (:Phone {phoneNumber: '415-848-9196'});
CREATE (:Phone {phoneNumber: '305-787-5143'});
CREATE (:Phone {phoneNumber: '713-721-6520'});
CREATE (:Phone {phoneNumber: '415-566-2602'});
CREATE (:Phone {phoneNumber: '617-423-6971'});
CREATE (:Phone {phoneNumber: '212-218-9038'});
CREATE (:Phone {phoneNumber: '415-518-1059'});
CREATE (:Phone {phoneNumber: '212-359-3054'});
CREATE (:Phone {phoneNumber: '415-602-2428'});
CREATE (:Phone {phoneNumber: '212-975-5283'});
CREATE (:Phone {phoneNumber: '415-624-2348'});
CREATE (:Phone {phoneNumber: '305-931-4136'});
CREATE (:Phone {phoneNumber: '617-767-4155'});
CREATE (:Phone {phoneNumber: '713-272-9045'});
CREATE (:Phone {phoneNumber: '617-299-3714'});
CREATE (:Phone {phoneNumber: '617-301-8044'});
CREATE (:Phone {phoneNumber: '305-741-5610'});
CREATE (:Phone {phoneNumber: '305-712-6764'});
CREATE (:Phone {phoneNumber: '212-218-3115'});
CREATE (:Phone {phoneNumber: '713-568-2173'});
CREATE (:Phone {phoneNumber: '617-253-8136'});
CREATE (:Phone {phoneNumber: '415-644-9785'});
CREATE (:Phone {phoneNumber: '305-369-8949'});
CREATE (:Phone {phoneNumber: '305-879-5741'});
CREATE (:Transaction:CashIn {id: 'tx-1001', amount: 6722.3, globalStep: 4, fraud: false});
CREATE (:Transaction:CashIn {id: 'tx-1002', amount: 3001.82, globalStep: 13, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1003', amount: 7509.93, globalStep: 22, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1004', amount: 2039.36, globalStep: 32, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1005', amount: 2032.53, globalStep: 34, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1006', amount: 439.56, globalStep: 37, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1007', amount: 2167.66, globalStep: 40, fraud: false});
CREATE (:Transaction:CashOut {id: 'tx-1008', amount: 2408.0, globalStep: 47, fraud: false});
CREATE (:Transaction:Debit {id: 'tx-1009', amount: 537.73, globalStep: 52, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1010', amount: 1620.74, globalStep: 55, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1011', amount: 1468.06, globalStep: 64, fraud: false});
CREATE (:Transaction:CashIn {id: 'tx-1012', amount: 4457.63, globalStep: 71, fraud: false});
CREATE (:Transaction:CashIn {id: 'tx-1013', amount: 2257.73, globalStep: 74, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1014', amount: 806.31, globalStep: 79, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1015', amount: 581.7, globalStep: 88, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1016', amount: 54744.13, globalStep: 93, fraud: true});
CREATE (:Transaction:Payment {id: 'tx-1017', amount: 829.77, globalStep: 98, fraud: false});
CREATE (:Transaction:CashIn {id: 'tx-1018', amount: 1957.56, globalStep: 100, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1019', amount: 1958.65, globalStep: 108, fraud: false});
CREATE (:Transaction:Debit {id: 'tx-1020', amount: 331.31, globalStep: 115, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1021', amount: 2286.86, globalStep: 125, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1022', amount: 510.58, globalStep: 128, fraud: false});
CREATE (:Transaction:CashOut {id: 'tx-1023', amount: 3410.59, globalStep: 137, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1024', amount: 32988.0, globalStep: 139, fraud: true});
CREATE (:Transaction:Transfer {id: 'tx-1025', amount: 6880.5, globalStep: 142, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1026', amount: 621.37, globalStep: 147, fraud: false});
CREATE (:Transaction:CashOut {id: 'tx-1027', amount: 3246.48, globalStep: 152, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1028', amount: 2360.67, globalStep: 154, fraud: false});
CREATE (:Transaction:CashIn {id: 'tx-1029', amount: 1371.82, globalStep: 162, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1030', amount: 951.81, globalStep: 172, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1031', amount: 1678.67, globalStep: 180, fraud: false});
CREATE (:Transaction:Debit {id: 'tx-1032', amount: 314.29, globalStep: 184, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1033', amount: 2555.12, globalStep: 193, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1034', amount: 1643.25, globalStep: 203, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1035', amount: 52742.14, globalStep: 207, fraud: true});
CREATE (:Transaction:Transfer {id: 'tx-1036', amount: 37360.26, globalStep: 217, fraud: true});
CREATE (:Transaction:Transfer {id: 'tx-1037', amount: 30884.83, globalStep: 220, fraud: true});
CREATE (:Transaction:CashOut {id: 'tx-1038', amount: 1810.48, globalStep: 230, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1039', amount: 1686.24, globalStep: 240, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1040', amount: 36889.93, globalStep: 251, fraud: true});
CREATE (:Transaction:Transfer {id: 'tx-1041', amount: 7919.63, globalStep: 254, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1042', amount: 1207.19, globalStep: 258, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1043', amount: 4474.28, globalStep: 267, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1044', amount: 1230.98, globalStep: 270, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1045', amount: 7886.77, globalStep: 272, fraud: false});
CREATE (:Transaction:Debit {id: 'tx-1046', amount: 454.92, globalStep: 282, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1047', amount: 24938.43, globalStep: 288, fraud: true});
CREATE (:Transaction:Payment {id: 'tx-1048', amount: 1199.11, globalStep: 293, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1049', amount: 6800.49, globalStep: 304, fraud: false});
CREATE (:Transaction:CashOut {id: 'tx-1050', amount: 22490.84, globalStep: 307, fraud: true});
CREATE (:Transaction:Transfer {id: 'tx-1051', amount: 37941.2, globalStep: 313, fraud: true});
CREATE (:Transaction:CashOut {id: 'tx-1052', amount: 24698.67, globalStep: 320, fraud: true});
CREATE (:Transaction:Transfer {id: 'tx-1053', amount: 7162.39, globalStep: 326, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1054', amount: 168.42, globalStep: 328, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1055', amount: 2506.03, globalStep: 335, fraud: false});
CREATE (:Transaction:CashIn {id: 'tx-1056', amount: 3954.86, globalStep: 345, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1057', amount: 8837.53, globalStep: 356, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1058', amount: 1912.06, globalStep: 361, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1059', amount: 6470.98, globalStep: 366, fraud: false});
CREATE (:Transaction:Debit {id: 'tx-1060', amount: 167.1, globalStep: 374, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1061', amount: 914.02, globalStep: 382, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1062', amount: 2122.92, globalStep: 387, fraud: false});
CREATE (:Transaction:CashOut {id: 'tx-1063', amount: 41152.79, globalStep: 390, fraud: true});
CREATE (:Transaction:CashIn {id: 'tx-1064', amount: 3089.65, globalStep: 393, fraud: false});
CREATE (:Transaction:Debit {id: 'tx-1065', amount: 657.23, globalStep: 401, fraud: false});
CREATE (:Transaction:CashOut {id: 'tx-1066', amount: 12348.16, globalStep: 408, fraud: true});
CREATE (:Transaction:CashIn {id: 'tx-1067', amount: 3240.67, globalStep: 414, fraud: false});
CREATE (:Transaction:CashOut {id: 'tx-1068', amount: 3901.91, globalStep: 417, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1069', amount: 350.23, globalStep: 421, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1070', amount: 1664.06, globalStep: 424, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1071', amount: 8170.06, globalStep: 433, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1072', amount: 3251.6, globalStep: 442, fraud: false});
CREATE (:Transaction:CashIn {id: 'tx-1073', amount: 4780.54, globalStep: 448, fraud: false});
CREATE (:Transaction:CashIn {id: 'tx-1074', amount: 2244.52, globalStep: 458, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1075', amount: 2117.03, globalStep: 465, fraud: false});
CREATE (:Transaction:Debit {id: 'tx-1076', amount: 444.89, globalStep: 468, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1077', amount: 8505.29, globalStep: 472, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1078', amount: 1499.88, globalStep: 480, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1079', amount: 516.17, globalStep: 483, fraud: false});
CREATE (:Transaction:CashOut {id: 'tx-1080', amount: 38266.0, globalStep: 491, fraud: true});
CREATE (:Transaction:Transfer {id: 'tx-1081', amount: 23940.27, globalStep: 496, fraud: true});
CREATE (:Transaction:CashOut {id: 'tx-1082', amount: 18073.56, globalStep: 502, fraud: true});
CREATE (:Transaction:CashOut {id: 'tx-1083', amount: 36492.16, globalStep: 509, fraud: true});
CREATE (:Transaction:Payment {id: 'tx-1084', amount: 204.79, globalStep: 519, fraud: false});
CREATE (:Transaction:CashOut {id: 'tx-1085', amount: 10537.36, globalStep: 521, fraud: true});
CREATE (:Transaction:CashOut {id: 'tx-1086', amount: 2165.8, globalStep: 530, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1087', amount: 156.86, globalStep: 537, fraud: false});
CREATE (:Transaction:CashOut {id: 'tx-1088', amount: 11589.79, globalStep: 546, fraud: true});
CREATE (:Transaction:CashIn {id: 'tx-1089', amount: 260.43, globalStep: 554, fraud: false});
CREATE (:Transaction:Debit {id: 'tx-1090', amount: 697.42, globalStep: 564, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1091', amount: 546.71, globalStep: 566, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1092', amount: 49378.37, globalStep: 575, fraud: true});
CREATE (:Transaction:CashIn {id: 'tx-1093', amount: 2967.96, globalStep: 581, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1094', amount: 617.6, globalStep: 589, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1095', amount: 2272.86, globalStep: 597, fraud: false});
CREATE (:Transaction:Transfer {id: 'tx-1096', amount: 3463.72, globalStep: 604, fraud: false});
CREATE (:Transaction:CashOut {id: 'tx-1097', amount: 28794.41, globalStep: 606, fraud: true});
CREATE (:Transaction:Transfer {id: 'tx-1098', amount: 7092.96, globalStep: 611, fraud: false});
CREATE (:Transaction:Debit {id: 'tx-1099', amount: 488.2, globalStep: 616, fraud: false});
CREATE (:Transaction:Payment {id: 'tx-1100', amount: 817.77, globalStep: 625, fraud: false});
// HAS_SSN
UNWIND [
  ['3780550406458422','532-93-1080'],
  ['1885269134022100','669-61-6656'],
  ['4127147682813123','485-45-7366'],
  ['4515985345389583','452-28-9979'],
  ['6894956196938749','721-73-6601'],
  ['9916040401387295','530-37-1473'],
  ['1940418954763820','680-28-5163'],
  ['4366391861687419','649-35-4279'],
  ['2767231465855015','109-80-1898'],
  ['5997506217892206','182-74-6804'],
  ['2594809016907238','270-48-6769'],
  ['2899658221273266','396-96-1030'],
  ['2488849197689217','251-50-3484'],
  ['8672248521487741','173-86-3419'],
  ['3745152493698451','470-92-5504'],
  ['2902086882369470','755-13-4608'],
  ['2263544355962661','240-20-4200'],
  ['7974228030521084','611-15-3127'],
  ['4872387396489167','168-32-4209'],
  ['9861431856565919','807-27-7489'],
  ['9297812164975482','802-14-1215'],
  ['3548142369715622','680-28-5163'],
  ['7254547410750809','460-80-8503'],
  ['4633423776865113','613-70-1759'],
  ['2872398294311965','486-57-6276'],
  ['6628516024853854','680-28-5163'],
  ['1590651535915720','872-45-5576'],
  ['2836833416493550','872-45-5576'],
  ['9730422326629986','710-16-8340'],
  ['8578359298510298','252-45-2180'],
  ['3036131337069856','849-89-4855'],
  ['3846325454979331','660-88-9601'],
  ['1708527870256728','522-53-9155'],
  ['9217994416602520','452-28-9979'],
  ['2201699635478353','165-85-7037'],
  ['8094180786247473','820-91-3335']
] AS r MATCH (a:Client {id: r[0]}) MATCH (b:SSN {ssn: r[1]}) CREATE (a)-[:HAS_SSN]->(b);
// HAS_EMAIL
UNWIND [
  ['3780550406458422','grace.parker9@hotmail.com'],
  ['1885269134022100','ethan.parker98@yahoo.com'],
  ['4127147682813123','mparker66@gmail.com'],
  ['4515985345389583','noahcarter93@hotmail.com'],
  ['6894956196938749','lcarter16@gmail.com'],
  ['9916040401387295','juliancarter37@gmail.com'],
  ['1940418954763820','zoe.whitfield35@hotmail.com'],
  ['4366391861687419','oliver.whitfield98@gmail.com'],
  ['2767231465855015','hannah.stone17@gmail.com'],
  ['5997506217892206','hannah.stone17@gmail.com'],
  ['2594809016907238','cdelgado21@gmail.com'],
  ['2899658221273266','mateodelgado83@gmail.com'],
  ['2488849197689217','lilynguyen19@gmail.com'],
  ['8672248521487741','anguyen81@yahoo.com'],
  ['3745152493698451','sofia.marsh7@hotmail.com'],
  ['2902086882369470','henry.marsh5@hotmail.com'],
  ['2263544355962661','rokafor61@yahoo.com'],
  ['7974228030521084','samuelokafor48@gmail.com'],
  ['4872387396489167','epetrova36@gmail.com'],
  ['9861431856565919','vlangley82@yahoo.com'],
  ['9297812164975482','nlangley32@gmail.com'],
  ['3548142369715622','gavin.rhodes23@gmail.com'],
  ['7254547410750809','audreyfinch41@gmail.com'],
  ['4633423776865113','thomasbell98@hotmail.com'],
  ['2872398294311965','isabella.bell67@yahoo.com'],
  ['6628516024853854','gavin.rhodes23@gmail.com'],
  ['1590651535915720','penelope.cross73@yahoo.com'],
  ['2836833416493550','epetrova36@gmail.com'],
  ['9730422326629986','grace.holloway9@gmail.com'],
  ['8578359298510298','ethanfrost82@yahoo.com'],
  ['3846325454979331','noahcarter93@hotmail.com'],
  ['1708527870256728','gavin.rhodes23@gmail.com'],
  ['9217994416602520','bcarter94@gmail.com'],
  ['2201699635478353','dpruitt56@gmail.com'],
  ['5820494589245701','joseph.marsh63@gmail.com'],
  ['8094180786247473','naomi.keller23@gmail.com']
] AS r MATCH (a:Client {id: r[0]}) MATCH (b:Email {email: r[1]}) CREATE (a)-[:HAS_EMAIL]->(b);
// HAS_PHONE
UNWIND [
  ['3780550406458422','212-755-9235'],
  ['1885269134022100','212-755-9235'],
  ['4127147682813123','212-755-9235'],
  ['4515985345389583','305-371-7336'],
  ['6894956196938749','212-654-7711'],
  ['9916040401387295','617-586-5500'],
  ['1940418954763820','617-366-5931'],
  ['4366391861687419','415-848-9196'],
  ['2767231465855015','305-787-5143'],
  ['5997506217892206','713-721-6520'],
  ['2594809016907238','415-566-2602'],
  ['2899658221273266','617-423-6971'],
  ['2488849197689217','212-218-9038'],
  ['8672248521487741','415-518-1059'],
  ['3745152493698451','212-359-3054'],
  ['2902086882369470','415-602-2428'],
  ['2263544355962661','212-975-5283'],
  ['7974228030521084','415-624-2348'],
  ['4872387396489167','305-931-4136'],
  ['9861431856565919','617-767-4155'],
  ['9297812164975482','713-272-9045'],
  ['3548142369715622','617-366-5931'],
  ['4633423776865113','617-299-3714'],
  ['2872398294311965','617-299-3714'],
  ['6628516024853854','617-301-8044'],
  ['1590651535915720','305-741-5610'],
  ['2836833416493550','305-931-4136'],
  ['9730422326629986','305-712-6764'],
  ['8578359298510298','212-218-3115'],
  ['3036131337069856','713-568-2173'],
  ['3846325454979331','305-371-7336'],
  ['1708527870256728','617-253-8136'],
  ['9217994416602520','305-371-7336'],
  ['2201699635478353','415-644-9785'],
  ['8711536236982194','305-369-8949'],
  ['5820494589245701','305-879-5741']
] AS r MATCH (a:Client {id: r[0]}) MATCH (b:Phone {phoneNumber: r[1]}) CREATE (a)-[:HAS_PHONE]->(b);
// PERFORMED
UNWIND [
  ['4366391861687419','tx-1001'],
  ['1885269134022100','tx-1002'],
  ['2902086882369470','tx-1003'],
  ['9861431856565919','tx-1004'],
  ['8578359298510298','tx-1005'],
  ['9730422326629986','tx-1006'],
  ['2902086882369470','tx-1007'],
  ['8672248521487741','tx-1008'],
  ['4633423776865113','tx-1009'],
  ['8578359298510298','tx-1010'],
  ['3780550406458422','tx-1011'],
  ['2767231465855015','tx-1012'],
  ['7254547410750809','tx-1013'],
  ['2836833416493550','tx-1014'],
  ['4515985345389583','tx-1015'],
  ['2836833416493550','tx-1016'],
  ['5997506217892206','tx-1017'],
  ['6628516024853854','tx-1018'],
  ['3745152493698451','tx-1019'],
  ['1940418954763820','tx-1020'],
  ['2594809016907238','tx-1021'],
  ['9861431856565919','tx-1022'],
  ['9861431856565919','tx-1023'],
  ['4515985345389583','tx-1024'],
  ['4872387396489167','tx-1025'],
  ['1590651535915720','tx-1026'],
  ['8672248521487741','tx-1027'],
  ['5997506217892206','tx-1028'],
  ['6894956196938749','tx-1029'],
  ['4366391861687419','tx-1030'],
  ['2594809016907238','tx-1031'],
  ['9730422326629986','tx-1032'],
  ['2899658221273266','tx-1033'],
  ['3846325454979331','tx-1034'],
  ['7254547410750809','tx-1035'],
  ['1590651535915720','tx-1036'],
  ['3846325454979331','tx-1037'],
  ['3548142369715622','tx-1038'],
  ['3846325454979331','tx-1039'],
  ['6628516024853854','tx-1040'],
  ['7974228030521084','tx-1041'],
  ['4515985345389583','tx-1042'],
  ['3548142369715622','tx-1043'],
  ['5997506217892206','tx-1044'],
  ['2767231465855015','tx-1045'],
  ['2836833416493550','tx-1046'],
  ['2488849197689217','tx-1047'],
  ['9730422326629986','tx-1048'],
  ['9217994416602520','tx-1049'],
  ['1708527870256728','tx-1050'],
  ['3548142369715622','tx-1051'],
  ['8711536236982194','tx-1052'],
  ['4366391861687419','tx-1053'],
  ['9861431856565919','tx-1054'],
  ['2263544355962661','tx-1055'],
  ['3548142369715622','tx-1056'],
  ['8578359298510298','tx-1057'],
  ['3780550406458422','tx-1058'],
  ['8672248521487741','tx-1059'],
  ['2872398294311965','tx-1060'],
  ['3745152493698451','tx-1061'],
  ['2836833416493550','tx-1062'],
  ['2201699635478353','tx-1063'],
  ['9916040401387295','tx-1064'],
  ['1885269134022100','tx-1065'],
  ['5820494589245701','tx-1066'],
  ['9730422326629986','tx-1067'],
  ['4127147682813123','tx-1068'],
  ['3846325454979331','tx-1069'],
  ['7974228030521084','tx-1070'],
  ['1885269134022100','tx-1071'],
  ['4633423776865113','tx-1072'],
  ['9297812164975482','tx-1073'],
  ['4872387396489167','tx-1074'],
  ['1590651535915720','tx-1075'],
  ['9297812164975482','tx-1076'],
  ['3780550406458422','tx-1077'],
  ['2488849197689217','tx-1078'],
  ['2899658221273266','tx-1079'],
  ['9217994416602520','tx-1080'],
  ['1940418954763820','tx-1081'],
  ['1708527870256728','tx-1082'],
  ['2201699635478353','tx-1083'],
  ['4127147682813123','tx-1084'],
  ['8094180786247473','tx-1085'],
  ['1940418954763820','tx-1086'],
  ['7974228030521084','tx-1087'],
  ['9217994416602520','tx-1088'],
  ['6894956196938749','tx-1089'],
  ['1940418954763820','tx-1090'],
  ['2488849197689217','tx-1091'],
  ['2902086882369470','tx-1092'],
  ['4366391861687419','tx-1093'],
  ['7974228030521084','tx-1094'],
  ['4872387396489167','tx-1095'],
  ['1940418954763820','tx-1096'],
  ['5820494589245701','tx-1097'],
  ['2263544355962661','tx-1098'],
  ['1590651535915720','tx-1099'],
  ['3846325454979331','tx-1100']
] AS r MATCH (a:Client {id: r[0]}) MATCH (b:Transaction {id: r[1]}) CREATE (a)-[:PERFORMED]->(b);
// TO
UNWIND [
  ['tx-1001','54-0096851'],
  ['tx-1002','68-0050304'],
  ['tx-1004','25-0095810'],
  ['tx-1005','16-0003392'],
  ['tx-1007','54-0096851'],
  ['tx-1008','25-0095810'],
  ['tx-1010','55-0050919'],
  ['tx-1012','41-0087614'],
  ['tx-1013','14-0078882'],
  ['tx-1015','46-0016706'],
  ['tx-1017','54-0096851'],
  ['tx-1018','97-0014633'],
  ['tx-1019','68-0050304'],
  ['tx-1021','25-0095810'],
  ['tx-1022','14-0078882'],
  ['tx-1023','32-0092195'],
  ['tx-1026','25-0095810'],
  ['tx-1027','55-0050919'],
  ['tx-1028','92-0033524'],
  ['tx-1029','97-0014633'],
  ['tx-1030','97-0014633'],
  ['tx-1031','14-0078882'],
  ['tx-1034','97-0014633'],
  ['tx-1038','92-0033524'],
  ['tx-1039','92-0033524'],
  ['tx-1042','46-0016706'],
  ['tx-1044','21-0073783'],
  ['tx-1048','61-0041729'],
  ['tx-1050','21-0073783'],
  ['tx-1052','97-0014633'],
  ['tx-1054','92-0033524'],
  ['tx-1056','32-0092195'],
  ['tx-1058','21-0073783'],
  ['tx-1061','25-0095810'],
  ['tx-1062','97-0014633'],
  ['tx-1063','16-0003392'],
  ['tx-1064','14-0078882'],
  ['tx-1066','21-0073783'],
  ['tx-1067','97-0014633'],
  ['tx-1068','68-0050304'],
  ['tx-1069','46-0016706'],
  ['tx-1073','97-0014633'],
  ['tx-1074','68-0050304'],
  ['tx-1075','16-0003392'],
  ['tx-1078','92-0033524'],
  ['tx-1079','55-0050919'],
  ['tx-1080','97-0014633'],
  ['tx-1082','14-0078882'],
  ['tx-1083','21-0073783'],
  ['tx-1084','16-0003392'],
  ['tx-1085','97-0014633'],
  ['tx-1086','32-0092195'],
  ['tx-1087','61-0041729'],
  ['tx-1088','97-0014633'],
  ['tx-1089','14-0078882'],
  ['tx-1091','41-0087614'],
  ['tx-1093','16-0003392'],
  ['tx-1097','14-0078882'],
  ['tx-1100','41-0087614']
] AS r MATCH (a:Transaction {id: r[0]}) MATCH (b:Merchant {id: r[1]}) CREATE (a)-[:TO]->(b);
// TO
UNWIND [
  ['tx-1003','6628516024853854'],
  ['tx-1006','1885269134022100'],
  ['tx-1011','1885269134022100'],
  ['tx-1014','7974228030521084'],
  ['tx-1016','8711536236982194'],
  ['tx-1024','9217994416602520'],
  ['tx-1025','3036131337069856'],
  ['tx-1033','5997506217892206'],
  ['tx-1035','5820494589245701'],
  ['tx-1036','8094180786247473'],
  ['tx-1037','9217994416602520'],
  ['tx-1040','1708527870256728'],
  ['tx-1041','9861431856565919'],
  ['tx-1043','2767231465855015'],
  ['tx-1045','2872398294311965'],
  ['tx-1047','2201699635478353'],
  ['tx-1049','4515985345389583'],
  ['tx-1051','1708527870256728'],
  ['tx-1053','4872387396489167'],
  ['tx-1055','2767231465855015'],
  ['tx-1057','4366391861687419'],
  ['tx-1059','8578359298510298'],
  ['tx-1070','4127147682813123'],
  ['tx-1071','7254547410750809'],
  ['tx-1072','2872398294311965'],
  ['tx-1077','4127147682813123'],
  ['tx-1081','2201699635478353'],
  ['tx-1092','5820494589245701'],
  ['tx-1094','6894956196938749'],
  ['tx-1095','3745152493698451'],
  ['tx-1096','4872387396489167'],
  ['tx-1098','7974228030521084']
] AS r MATCH (a:Transaction {id: r[0]}) MATCH (b:Client {id: r[1]}) CREATE (a)-[:TO]->(b);
// TO
UNWIND [
  ['tx-1009','BNK-0003'],
  ['tx-1020','BNK-0001'],
  ['tx-1032','BNK-0002'],
  ['tx-1046','BNK-0002'],
  ['tx-1060','BNK-0002'],
  ['tx-1065','BNK-0002'],
  ['tx-1076','BNK-0001'],
  ['tx-1090','BNK-0003'],
  ['tx-1099','BNK-0001']
] AS r MATCH (a:Transaction {id: r[0]}) MATCH (b:Bank {id: r[1]}) CREATE (a)-[:TO]->(b);
// FIRST_TX
UNWIND [
  ['4366391861687419','tx-1001'],
  ['1885269134022100','tx-1002'],
  ['2902086882369470','tx-1003'],
  ['9861431856565919','tx-1004'],
  ['8578359298510298','tx-1005'],
  ['9730422326629986','tx-1006'],
  ['8672248521487741','tx-1008'],
  ['4633423776865113','tx-1009'],
  ['3780550406458422','tx-1011'],
  ['2767231465855015','tx-1012'],
  ['7254547410750809','tx-1013'],
  ['2836833416493550','tx-1014'],
  ['4515985345389583','tx-1015'],
  ['5997506217892206','tx-1017'],
  ['6628516024853854','tx-1018'],
  ['3745152493698451','tx-1019'],
  ['1940418954763820','tx-1020'],
  ['2594809016907238','tx-1021'],
  ['4872387396489167','tx-1025'],
  ['1590651535915720','tx-1026'],
  ['6894956196938749','tx-1029'],
  ['2899658221273266','tx-1033'],
  ['3846325454979331','tx-1034'],
  ['3548142369715622','tx-1038'],
  ['7974228030521084','tx-1041'],
  ['2488849197689217','tx-1047'],
  ['9217994416602520','tx-1049'],
  ['1708527870256728','tx-1050'],
  ['8711536236982194','tx-1052'],
  ['2263544355962661','tx-1055'],
  ['2872398294311965','tx-1060'],
  ['2201699635478353','tx-1063'],
  ['9916040401387295','tx-1064'],
  ['5820494589245701','tx-1066'],
  ['4127147682813123','tx-1068'],
  ['9297812164975482','tx-1073'],
  ['8094180786247473','tx-1085']
] AS r MATCH (a:Client {id: r[0]}) MATCH (b:Transaction {id: r[1]}) CREATE (a)-[:FIRST_TX]->(b);
// LAST_TX
UNWIND [
  ['4366391861687419','tx-1093'],
  ['1885269134022100','tx-1071'],
  ['2902086882369470','tx-1092'],
  ['9861431856565919','tx-1054'],
  ['8578359298510298','tx-1057'],
  ['9730422326629986','tx-1067'],
  ['8672248521487741','tx-1059'],
  ['4633423776865113','tx-1072'],
  ['3780550406458422','tx-1077'],
  ['2767231465855015','tx-1045'],
  ['7254547410750809','tx-1035'],
  ['2836833416493550','tx-1062'],
  ['4515985345389583','tx-1042'],
  ['5997506217892206','tx-1044'],
  ['6628516024853854','tx-1040'],
  ['3745152493698451','tx-1061'],
  ['1940418954763820','tx-1096'],
  ['2594809016907238','tx-1031'],
  ['4872387396489167','tx-1095'],
  ['1590651535915720','tx-1099'],
  ['6894956196938749','tx-1089'],
  ['2899658221273266','tx-1079'],
  ['3846325454979331','tx-1100'],
  ['3548142369715622','tx-1056'],
  ['7974228030521084','tx-1094'],
  ['2488849197689217','tx-1091'],
  ['9217994416602520','tx-1088'],
  ['1708527870256728','tx-1082'],
  ['8711536236982194','tx-1052'],
  ['2263544355962661','tx-1098'],
  ['2872398294311965','tx-1060'],
  ['2201699635478353','tx-1083'],
  ['9916040401387295','tx-1064'],
  ['5820494589245701','tx-1097'],
  ['4127147682813123','tx-1084'],
  ['9297812164975482','tx-1076'],
  ['8094180786247473','tx-1085']
] AS r MATCH (a:Client {id: r[0]}) MATCH (b:Transaction {id: r[1]}) CREATE (a)-[:LAST_TX]->(b);
// NEXT
UNWIND [
  ['tx-1001','tx-1030'],
  ['tx-1030','tx-1053'],
  ['tx-1053','tx-1093'],
  ['tx-1002','tx-1065'],
  ['tx-1065','tx-1071'],
  ['tx-1003','tx-1007'],
  ['tx-1007','tx-1092'],
  ['tx-1004','tx-1022'],
  ['tx-1022','tx-1023'],
  ['tx-1023','tx-1054'],
  ['tx-1005','tx-1010'],
  ['tx-1010','tx-1057'],
  ['tx-1006','tx-1032'],
  ['tx-1032','tx-1048'],
  ['tx-1048','tx-1067'],
  ['tx-1008','tx-1027'],
  ['tx-1027','tx-1059'],
  ['tx-1009','tx-1072'],
  ['tx-1011','tx-1058'],
  ['tx-1058','tx-1077'],
  ['tx-1012','tx-1045'],
  ['tx-1013','tx-1035'],
  ['tx-1014','tx-1016'],
  ['tx-1016','tx-1046'],
  ['tx-1046','tx-1062'],
  ['tx-1015','tx-1024'],
  ['tx-1024','tx-1042'],
  ['tx-1017','tx-1028'],
  ['tx-1028','tx-1044'],
  ['tx-1018','tx-1040'],
  ['tx-1019','tx-1061'],
  ['tx-1020','tx-1081'],
  ['tx-1081','tx-1086'],
  ['tx-1086','tx-1090'],
  ['tx-1090','tx-1096'],
  ['tx-1021','tx-1031'],
  ['tx-1025','tx-1074'],
  ['tx-1074','tx-1095'],
  ['tx-1026','tx-1036'],
  ['tx-1036','tx-1075'],
  ['tx-1075','tx-1099'],
  ['tx-1029','tx-1089'],
  ['tx-1033','tx-1079'],
  ['tx-1034','tx-1037'],
  ['tx-1037','tx-1039'],
  ['tx-1039','tx-1069'],
  ['tx-1069','tx-1100'],
  ['tx-1038','tx-1043'],
  ['tx-1043','tx-1051'],
  ['tx-1051','tx-1056'],
  ['tx-1041','tx-1070'],
  ['tx-1070','tx-1087'],
  ['tx-1087','tx-1094'],
  ['tx-1047','tx-1078'],
  ['tx-1078','tx-1091'],
  ['tx-1049','tx-1080'],
  ['tx-1080','tx-1088'],
  ['tx-1050','tx-1082'],
  ['tx-1055','tx-1098'],
  ['tx-1063','tx-1083'],
  ['tx-1066','tx-1097'],
  ['tx-1068','tx-1084'],
  ['tx-1073','tx-1076']
] AS r MATCH (a:Transaction {id: r[0]}) MATCH (b:Transaction {id: r[1]}) CREATE (a)-[:NEXT]->(b);
// SHARED_IDENTIFIERS
UNWIND [
  ['4515985345389583','9217994416602520',2],
  ['1940418954763820','3548142369715622',2],
  ['1940418954763820','6628516024853854',1],
  ['3548142369715622','6628516024853854',2],
  ['1590651535915720','2836833416493550',1],
  ['4515985345389583','3846325454979331',2],
  ['2767231465855015','5997506217892206',1],
  ['4872387396489167','2836833416493550',2],
  ['3548142369715622','1708527870256728',1],
  ['6628516024853854','1708527870256728',1],
  ['3780550406458422','1885269134022100',1],
  ['3780550406458422','4127147682813123',1],
  ['1885269134022100','4127147682813123',1],
  ['4633423776865113','2872398294311965',1],
  ['3846325454979331','9217994416602520',1]
] AS r MATCH (a:Client {id: r[0]}) MATCH (b:Client {id: r[1]}) CREATE (a)-[:SHARED_IDENTIFIERS {count: r[2]}]->(b);
// SIMILAR_TO
UNWIND [
  ['4515985345389583','9217994416602520',0.5],
  ['9217994416602520','4515985345389583',0.5],
  ['1940418954763820','3548142369715622',0.5],
  ['3548142369715622','1940418954763820',0.5],
  ['1940418954763820','6628516024853854',0.2],
  ['6628516024853854','1940418954763820',0.2],
  ['3548142369715622','6628516024853854',0.5],
  ['6628516024853854','3548142369715622',0.5],
  ['1590651535915720','2836833416493550',0.2],
  ['2836833416493550','1590651535915720',0.2],
  ['4515985345389583','3846325454979331',0.5],
  ['3846325454979331','4515985345389583',0.5],
  ['2767231465855015','5997506217892206',0.2],
  ['5997506217892206','2767231465855015',0.2],
  ['4872387396489167','2836833416493550',0.5],
  ['2836833416493550','4872387396489167',0.5],
  ['3548142369715622','1708527870256728',0.2],
  ['1708527870256728','3548142369715622',0.2],
  ['6628516024853854','1708527870256728',0.2],
  ['1708527870256728','6628516024853854',0.2],
  ['3780550406458422','1885269134022100',0.2],
  ['1885269134022100','3780550406458422',0.2],
  ['3780550406458422','4127147682813123',0.2],
  ['4127147682813123','3780550406458422',0.2],
  ['1885269134022100','4127147682813123',0.2],
  ['4127147682813123','1885269134022100',0.2],
  ['4633423776865113','2872398294311965',0.2],
  ['2872398294311965','4633423776865113',0.2],
  ['3846325454979331','9217994416602520',0.2],
  ['9217994416602520','3846325454979331',0.2]
] AS r MATCH (a:Client {id: r[0]}) MATCH (b:Client {id: r[1]}) CREATE (a)-[:SIMILAR_TO {jaccardScore: r[2]}]->(b);
// TRANSFER_TO
UNWIND [
  ['2902086882369470','6628516024853854',7509.93],
  ['2836833416493550','7974228030521084',806.31],
  ['2836833416493550','8711536236982194',54744.13],
  ['6628516024853854','1708527870256728',36889.93],
  ['3548142369715622','2767231465855015',4474.28],
  ['3548142369715622','1708527870256728',37941.2],
  ['1940418954763820','2201699635478353',23940.27],
  ['1940418954763820','4872387396489167',3463.72]
] AS r MATCH (a:Client {id: r[0]}) MATCH (b:Client {id: r[1]}) CREATE (a)-[:TRANSFER_TO {amount: r[2]}]->(b);
