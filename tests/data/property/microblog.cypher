// microblog: a small social graph in the style of Neo4j's "twitter" sandbox (User, Me, Tweet, Hashtag, Link, Source), seen from one account: the mapping project Trailhead Maps is :User:Me. All accounts and posts invented.
// Style: everything about a post hangs on :Tweet; retweets are Tweets of their own (text "RT @...", favorites 0) with RETWEETS to the original and no MENTIONS, TAGS or CONTAINS; replies are Tweets with REPLY_TO.
// Traps: User.followers / following / statuses are the platform's totals and much larger than the FOLLOWS and POSTS relationships here; name ("Philippa Stowe") is not screen_name ("contourqueen");
//   Hashtag.name is lower case although the text has #MapCamp; Tweet.created_at is a native datetime, User.joined a native date; verified is a boolean; import_methods is a list; favorites is an integer;
//   some users have no location; SIMILAR_TO is stored one way with a score from 0 to 1; one user posted nothing, two follow nobody although others follow them, and four (the newest among them) have no follower here;
//   TAGS points from Hashtag to Tweet, unlike the other links of a Tweet, as in the sandbox; the account MapCamp (mapcamp) and the hashtag mapcamp share a name, as do "opendata" and the Ministry of Open Data.
CREATE CONSTRAINT user_screen_name IF NOT EXISTS FOR (u:User) REQUIRE u.screen_name IS UNIQUE;
CREATE CONSTRAINT tweet_id IF NOT EXISTS FOR (t:Tweet) REQUIRE t.id IS UNIQUE;
CREATE CONSTRAINT hashtag_name IF NOT EXISTS FOR (h:Hashtag) REQUIRE h.name IS UNIQUE;
CREATE CONSTRAINT link_url IF NOT EXISTS FOR (l:Link) REQUIRE l.url IS UNIQUE;

UNWIND [
  {screen_name: "trailheadmaps", name: "Trailhead Maps", location: "Leeds, England", followers: 18240, following: 612, statuses: 9403, joined: date("2013-04-11"), verified: true, url: "https://trailheadmaps.example"}
] AS row
CREATE (u:User:Me)
SET u = row;

UNWIND [
  {screen_name: "orla_mccabe", name: "Orla McCabe", location: "Belfast, Northern Ireland", followers: 2310, following: 540, statuses: 6120, joined: date("2014-02-19"), verified: false},
  {screen_name: "hexcontour", name: "Dmitri Halloway", location: "Portland, Oregon", followers: 5127, following: 388, statuses: 12877, joined: date("2011-08-03"), verified: false, url: "https://hexcontour.example"},
  {screen_name: "ranger_bette", name: "Bette Kowalczyk", location: "Estes Park, Colorado", followers: 9846, following: 203, statuses: 4310, joined: date("2012-05-27"), verified: true, url: "https://ranger-bette.example"},
  {screen_name: "sumitgis", name: "Sumit Bhandari", location: "Pokhara, Nepal", followers: 3402, following: 911, statuses: 5533, joined: date("2015-10-09"), verified: false},
  {screen_name: "gpxgoblin", name: "Tamsin Rook", followers: 1188, following: 1204, statuses: 21940, joined: date("2010-12-01"), verified: false},
  {screen_name: "fellrunnerjo", name: "Jo Satterthwaite", location: "Keswick, England", followers: 4075, following: 655, statuses: 8802, joined: date("2012-09-14"), verified: false},
  {screen_name: "openpathsorg", name: "Open Paths Foundation", location: "Brussels, Belgium", followers: 27610, following: 145, statuses: 3988, joined: date("2011-01-20"), verified: true, url: "https://openpaths.example"},
  {screen_name: "maren_solheim", name: "Maren Solheim", location: "Tromso, Norway", followers: 1566, following: 302, statuses: 2204, joined: date("2016-06-30"), verified: false},
  {screen_name: "bikepack_luis", name: "Luis Arce", location: "Cusco, Peru", followers: 7719, following: 830, statuses: 7405, joined: date("2013-11-05"), verified: false},
  {screen_name: "tilecache", name: "Yara Benamar", location: "Marseille, France", followers: 2954, following: 477, statuses: 10311, joined: date("2012-03-08"), verified: false},
  {screen_name: "contourqueen", name: "Philippa Stowe", location: "Bristol, England", followers: 6230, following: 519, statuses: 15402, joined: date("2009-07-22"), verified: false, url: "https://contourqueen.example"},
  {screen_name: "oldpaperatlas", name: "Gerald Finch", location: "Hay-on-Wye, Wales", followers: 812, following: 96, statuses: 1730, joined: date("2018-01-15"), verified: false},
  {screen_name: "lidar_lena", name: "Lena Brückner", location: "Innsbruck, Austria", followers: 3871, following: 290, statuses: 3316, joined: date("2014-08-26"), verified: false},
  {screen_name: "mapcamp", name: "MapCamp Conference", location: "Utrecht, Netherlands", followers: 11230, following: 75, statuses: 1408, joined: date("2015-03-02"), verified: true, url: "https://mapcamp.example"},
  {screen_name: "kitandcompass", name: "Kit & Compass Magazine", location: "Edinburgh, Scotland", followers: 45390, following: 1022, statuses: 30277, joined: date("2009-04-18"), verified: true, url: "https://kitandcompass.example"},
  {screen_name: "nils_routing", name: "Nils Overgaard", location: "Aarhus, Denmark", followers: 1940, following: 366, statuses: 4871, joined: date("2013-06-12"), verified: false},
  {screen_name: "wanderingpriya", name: "Priya Nambiar", location: "Bengaluru, India", followers: 8855, following: 702, statuses: 9920, joined: date("2013-02-28"), verified: false},
  {screen_name: "scree_slope", name: "Hamish Drummond", location: "Fort William, Scotland", followers: 654, following: 410, statuses: 2950, joined: date("2017-09-03"), verified: false},
  {screen_name: "mtnrescue_vale", name: "Vale Mountain Rescue", location: "Keswick, England", followers: 13477, following: 188, statuses: 2641, joined: date("2012-11-11"), verified: true, url: "https://mtnrescue-vale.example"},
  {screen_name: "quadtree_kid", name: "Andre Villanueva", location: "Manila, Philippines", followers: 2206, following: 934, statuses: 13008, joined: date("2014-05-05"), verified: false},
  {screen_name: "topo_tess", name: "Tess Amundsen", location: "Duluth, Minnesota", followers: 1733, following: 281, statuses: 3560, joined: date("2015-12-19"), verified: false},
  {screen_name: "ferdi_maps", name: "Ferdinand Oyelowo", location: "Abuja, Nigeria", followers: 4418, following: 560, statuses: 6247, joined: date("2013-08-17"), verified: false},
  {screen_name: "slowgravel", name: "Ines Carvalho", location: "Porto, Portugal", followers: 5290, following: 748, statuses: 7783, joined: date("2014-10-23"), verified: false, url: "https://slowgravel.example"},
  {screen_name: "pixelmeridian", name: "Studio Pixel Meridian", location: "Berlin, Germany", followers: 9012, following: 322, statuses: 2879, joined: date("2016-02-10"), verified: false},
  {screen_name: "coastpathcat", name: "Catrin Pugh", location: "Aberystwyth, Wales", followers: 978, following: 351, statuses: 5104, joined: date("2016-11-29"), verified: false},
  {screen_name: "datawonk_ria", name: "Ria Sandoval", followers: 3650, following: 1190, statuses: 18345, joined: date("2010-04-06"), verified: false},
  {screen_name: "geo_hiro", name: "Hiroshi Endo", location: "Sapporo, Japan", followers: 6604, following: 244, statuses: 4052, joined: date("2012-07-07"), verified: false},
  {screen_name: "rewild_ross", name: "Ross Galbraith", location: "Inverness, Scotland", followers: 2871, following: 489, statuses: 3697, joined: date("2015-05-21"), verified: false},
  {screen_name: "summitsupper", name: "Adele Fontaine", location: "Chamonix, France", followers: 15820, following: 617, statuses: 6915, joined: date("2011-10-30"), verified: false, url: "https://summitsupper.example"},
  {screen_name: "nightnav", name: "Kofi Asante", location: "Accra, Ghana", followers: 1322, following: 275, statuses: 2483, joined: date("2017-03-16"), verified: false},
  {screen_name: "gridref_gail", name: "Gail Pemberton", location: "Leeds, England", followers: 446, following: 158, statuses: 1209, joined: date("2019-02-04"), verified: false},
  {screen_name: "pathfix_bot", name: "PathFix Bot", followers: 3104, following: 3, statuses: 52870, joined: date("2018-06-01"), verified: false},
  {screen_name: "elkandelm", name: "Elk & Elm Outfitters", location: "Boise, Idaho", followers: 22475, following: 901, statuses: 8120, joined: date("2012-01-31"), verified: true, url: "https://elkandelm.example"},
  {screen_name: "zoe_zenith", name: "Zoe Markantonis", location: "Thessaloniki, Greece", followers: 2090, following: 333, statuses: 4466, joined: date("2014-12-12"), verified: false},
  {screen_name: "ulrike_ut", name: "Ulrike Thorne", location: "Salt Lake City, Utah", followers: 3187, following: 476, statuses: 5921, joined: date("2013-01-09"), verified: false},
  {screen_name: "karst_caver", name: "Mirko Pavlin", location: "Postojna, Slovenia", followers: 1475, following: 212, statuses: 2017, joined: date("2016-08-08"), verified: false},
  {screen_name: "opendata_min", name: "Ministry of Open Data", location: "Tallinn, Estonia", followers: 33870, following: 54, statuses: 5206, joined: date("2010-09-15"), verified: true, url: "https://opendata-min.example"},
  {screen_name: "bogtrotter", name: "Declan Reidy", location: "Westport, Ireland", followers: 739, following: 402, statuses: 6633, joined: date("2015-04-01"), verified: false},
  {screen_name: "arctic_anni", name: "Anni Laaksonen", location: "Rovaniemi, Finland", followers: 5566, following: 370, statuses: 3891, joined: date("2014-01-27"), verified: false},
  {screen_name: "lurker_lou", name: "Lou Whitby", followers: 37, following: 288, statuses: 12, joined: date("2020-05-18"), verified: false},
  {screen_name: "newmapper77", name: "Sasha Trent", location: "Halifax, Nova Scotia", followers: 19, following: 64, statuses: 5, joined: date("2021-07-02"), verified: false}
] AS row
CREATE (u:User)
SET u = row;

UNWIND ["bikepacking", "bugfix", "cartography", "caving", "contours", "design", "elevation", "fellrunning", "fridaymap", "gis", "hiking", "lidar", "mapcamp", "mountainrescue", "mountainsafety", "offline", "opendata", "opentrails", "python", "release30", "rewilding", "routing", "trailrunning"] AS name
CREATE (:Hashtag {name: name});

UNWIND ["https://blog.trailheadmaps.example/release-3", "https://kitandcompass.example/reviews/trailhead-3", "https://nils.example/fast-footpaths", "https://openpaths.example/data/2021", "https://mapcamp.example/tickets", "https://luis.example/tracks/ausangate", "https://valemr.example/callouts/31", "https://summitsupper.example/fondue", "https://elkandelm.example/sale", "https://opendata-min.example/elevation", "https://contourqueen.example/walls", "https://kitandcompass.example/reviews/fog-test", "https://mapcamp.example/programme", "https://ria.example/map-land-graph", "https://blog.trailheadmaps.example/avalanche", "https://slowgravel.example/porto-santiago", "https://contourqueen.example/mapcamp21"] AS url
CREATE (:Link {url: url});

UNWIND ["Twitter for Android", "Twitter for iPhone", "Twitter Web App", "TweetDeck", "Buffer", "Hootsuite Inc."] AS name
CREATE (:Source {name: name});

// the posts, oldest first: by is the author, via the client
UNWIND [
  {id: 1001, by: "trailheadmaps", via: "Buffer", favorites: 214, created_at: datetime("2021-03-02T09:00:00Z"), import_methods: ["my_tweets", "hashtag_search"], text: "Trailhead 3.0 is out today. Offline tiles, faster search, new contours. Release notes: https://blog.trailheadmaps.example/release-3 #release30 #offline"},
  {id: 1002, by: "hexcontour", via: "TweetDeck", favorites: 37, created_at: datetime("2021-03-02T09:41:00Z"), import_methods: ["mentions_search", "hashtag_search"], text: "@trailheadmaps the 10 m contours look gorgeous on a tablet. #contours #cartography"},
  {id: 1003, by: "gpxgoblin", via: "Twitter Web App", favorites: 12, created_at: datetime("2021-03-02T10:05:00Z"), import_methods: ["mentions_search"], text: "@trailheadmaps does 3.0 still eat GPX files larger than 20 MB? Asking for a goblin."},
  {id: 1004, by: "trailheadmaps", via: "Twitter Web App", favorites: 19, created_at: datetime("2021-03-02T10:32:00Z"), import_methods: ["my_tweets", "hashtag_search"], text: "@gpxgoblin fixed, try a 100 MB one and tell us how it goes. #bugfix"},
  {id: 1005, by: "openpathsorg", via: "Buffer", favorites: 0, created_at: datetime("2021-03-02T11:00:00Z"), import_methods: ["mentions_search", "hashtag_search"], text: "RT @trailheadmaps: Trailhead 3.0 is out today. Offline tiles, faster search, new contours. Release notes: https://blog.trailheadmaps.example/release-3 #release30 #offline"},
  {id: 1006, by: "kitandcompass", via: "Hootsuite Inc.", favorites: 96, created_at: datetime("2021-03-03T08:15:00Z"), import_methods: ["mentions_search", "hashtag_search"], text: "Our first look at @trailheadmaps 3.0, by way of a very wet Pentland ridge: https://kitandcompass.example/reviews/trailhead-3 #hiking"},
  {id: 1007, by: "nils_routing", via: "Twitter Web App", favorites: 41, created_at: datetime("2021-03-05T13:20:00Z"), import_methods: ["hashtag_search"], text: "Wrote up how we cut route planning on footpaths from 4 s to 300 ms: https://nils.example/fast-footpaths #routing #python"},
  {id: 1008, by: "ranger_bette", via: "Twitter for iPhone", favorites: 302, created_at: datetime("2021-03-09T16:48:00Z"), import_methods: ["hashtag_search"], text: "Reminder that a phone at 4 percent is not a map. Carry paper. #hiking #mountainsafety"},
  {id: 1009, by: "fellrunnerjo", via: "Twitter for iPhone", favorites: 0, created_at: datetime("2021-03-09T18:00:00Z"), import_methods: ["hashtag_search"], text: "RT @ranger_bette: Reminder that a phone at 4 percent is not a map. Carry paper. #hiking #mountainsafety"},
  {id: 1010, by: "oldpaperatlas", via: "Twitter Web App", favorites: 58, created_at: datetime("2021-03-09T19:02:00Z"), import_methods: ["user_timeline"], text: "@ranger_bette hear, hear. Paper has never once asked me to update it."},
  {id: 1011, by: "mtnrescue_vale", via: "Hootsuite Inc.", favorites: 0, created_at: datetime("2021-03-10T07:10:00Z"), import_methods: ["hashtag_search"], text: "RT @ranger_bette: Reminder that a phone at 4 percent is not a map. Carry paper. #hiking #mountainsafety"},
  {id: 1012, by: "openpathsorg", via: "Buffer", favorites: 187, created_at: datetime("2021-03-15T10:00:00Z"), import_methods: ["hashtag_search"], text: "We are releasing 41,000 km of surveyed paths under an open licence. https://openpaths.example/data/2021 #opendata #OpenTrails"},
  {id: 1013, by: "trailheadmaps", via: "Twitter Web App", favorites: 0, created_at: datetime("2021-03-15T10:20:00Z"), import_methods: ["my_tweets", "hashtag_search"], text: "RT @openpathsorg: We are releasing 41,000 km of surveyed paths under an open licence. https://openpaths.example/data/2021 #opendata #OpenTrails"},
  {id: 1014, by: "datawonk_ria", via: "TweetDeck", favorites: 33, created_at: datetime("2021-03-15T10:44:00Z"), import_methods: ["hashtag_search"], text: "@openpathsorg this is huge. Loading it into a graph right now. #opendata"},
  {id: 1015, by: "opendata_min", via: "Hootsuite Inc.", favorites: 0, created_at: datetime("2021-03-15T11:30:00Z"), import_methods: ["hashtag_search"], text: "RT @openpathsorg: We are releasing 41,000 km of surveyed paths under an open licence. https://openpaths.example/data/2021 #opendata #OpenTrails"},
  {id: 1016, by: "ferdi_maps", via: "Twitter for Android", favorites: 27, created_at: datetime("2021-03-15T12:10:00Z"), import_methods: ["hashtag_search"], text: "Thanks to @openpathsorg we finally have walking data around Abuja. #OpenTrails #GIS"},
  {id: 1017, by: "tilecache", via: "Twitter Web App", favorites: 0, created_at: datetime("2021-03-15T15:05:00Z"), import_methods: ["hashtag_search"], text: "RT @openpathsorg: We are releasing 41,000 km of surveyed paths under an open licence. https://openpaths.example/data/2021 #opendata #OpenTrails"},
  {id: 1018, by: "lidar_lena", via: "Twitter Web App", favorites: 64, created_at: datetime("2021-03-22T07:55:00Z"), import_methods: ["hashtag_search"], text: "Snow depth from two LiDAR passes above the Stubai valley. The gully is deeper than anyone thought. #LiDAR #elevation"},
  {id: 1019, by: "geo_hiro", via: "Twitter for iPhone", favorites: 15, created_at: datetime("2021-03-22T09:30:00Z"), import_methods: ["hashtag_search"], text: "@lidar_lena what point density did you fly? #LiDAR"},
  {id: 1020, by: "lidar_lena", via: "Twitter Web App", favorites: 8, created_at: datetime("2021-03-22T09:52:00Z"), import_methods: ["user_timeline"], text: "@geo_hiro about 16 points per square metre on the ridge."},
  {id: 1021, by: "fellrunnerjo", via: "Twitter for iPhone", favorites: 71, created_at: datetime("2021-03-28T18:20:00Z"), import_methods: ["hashtag_search"], text: "42 miles, 9 becks, no bridge where the map promised one. #trailrunning #fellrunning"},
  {id: 1022, by: "trailheadmaps", via: "Twitter Web App", favorites: 44, created_at: datetime("2021-03-29T08:40:00Z"), import_methods: ["my_tweets", "hashtag_search"], text: "@fellrunnerjo sorry about the missing bridge! Gone from the map as of this morning. #bugfix"},
  {id: 1023, by: "pathfix_bot", via: "Twitter Web App", favorites: 3, created_at: datetime("2021-03-29T08:45:00Z"), import_methods: ["hashtag_search"], text: "1 bridge removed, 3 stiles added in Cumbria. Thanks @fellrunnerjo #OpenTrails"},
  {id: 1024, by: "mapcamp", via: "Buffer", favorites: 129, created_at: datetime("2021-04-06T09:00:00Z"), import_methods: ["hashtag_search"], text: "MapCamp 2021 tickets are on sale. Three days, forty talks, one canal. https://mapcamp.example/tickets #MapCamp"},
  {id: 1025, by: "contourqueen", via: "Twitter Web App", favorites: 52, created_at: datetime("2021-04-06T09:37:00Z"), import_methods: ["hashtag_search"], text: "Talk accepted at @mapcamp! I will be ranting about hill shading for 25 minutes. #MapCamp #cartography"},
  {id: 1026, by: "pixelmeridian", via: "TweetDeck", favorites: 88, created_at: datetime("2021-04-07T11:16:00Z"), import_methods: ["hashtag_search"], text: "Our posters for @mapcamp are at the printers. Six inks, one of them silver. #MapCamp #design"},
  {id: 1027, by: "quadtree_kid", via: "Twitter for Android", favorites: 22, created_at: datetime("2021-04-11T03:12:00Z"), import_methods: ["hashtag_search"], text: "It is 3 am and my tiles finally line up. #GIS #python"},
  {id: 1028, by: "tilecache", via: "Twitter Web App", favorites: 18, created_at: datetime("2021-04-11T07:45:00Z"), import_methods: ["hashtag_search"], text: "@quadtree_kid go to bed. Also, which projection? #GIS"},
  {id: 1029, by: "bikepack_luis", via: "Twitter for Android", favorites: 145, created_at: datetime("2021-04-18T21:30:00Z"), import_methods: ["hashtag_search"], text: "Four passes above 4,500 m with @slowgravel and not one puncture. Track: https://luis.example/tracks/ausangate #bikepacking #elevation"},
  {id: 1030, by: "slowgravel", via: "Twitter for iPhone", favorites: 0, created_at: datetime("2021-04-18T22:10:00Z"), import_methods: ["hashtag_search"], text: "RT @bikepack_luis: Four passes above 4,500 m with @slowgravel and not one puncture. Track: https://luis.example/tracks/ausangate #bikepacking #elevation"},
  {id: 1031, by: "slowgravel", via: "Twitter for iPhone", favorites: 61, created_at: datetime("2021-04-19T08:02:00Z"), import_methods: ["user_timeline"], text: "@bikepack_luis you forgot the part where the llama ate the map."},
  {id: 1032, by: "wanderingpriya", via: "Twitter for iPhone", favorites: 118, created_at: datetime("2021-04-24T06:20:00Z"), import_methods: ["hashtag_search"], text: "Monsoon prep: dry bags, spare socks, and every tile of the Western Ghats saved for when the signal dies. #offline #hiking"},
  {id: 1033, by: "mtnrescue_vale", via: "Hootsuite Inc.", favorites: 266, created_at: datetime("2021-05-01T20:15:00Z"), import_methods: ["hashtag_search"], text: "Callout 31 this year: pair found safe on the wrong ridge thanks to a grid reference sent by text. https://valemr.example/callouts/31 #mountainrescue #mountainsafety"},
  {id: 1034, by: "gridref_gail", via: "Twitter for Android", favorites: 0, created_at: datetime("2021-05-01T20:30:00Z"), import_methods: ["hashtag_search"], text: "RT @mtnrescue_vale: Callout 31 this year: pair found safe on the wrong ridge thanks to a grid reference sent by text. https://valemr.example/callouts/31 #mountainrescue #mountainsafety"},
  {id: 1035, by: "gridref_gail", via: "Twitter for Android", favorites: 14, created_at: datetime("2021-05-01T21:00:00Z"), import_methods: ["hashtag_search"], text: "@mtnrescue_vale eight figures saves lives! Proud volunteer tonight. #mountainrescue"},
  {id: 1036, by: "ranger_bette", via: "Twitter for iPhone", favorites: 0, created_at: datetime("2021-05-02T01:05:00Z"), import_methods: ["hashtag_search"], text: "RT @mtnrescue_vale: Callout 31 this year: pair found safe on the wrong ridge thanks to a grid reference sent by text. https://valemr.example/callouts/31 #mountainrescue #mountainsafety"},
  {id: 1037, by: "scree_slope", via: "Twitter for Android", favorites: 9, created_at: datetime("2021-05-03T17:44:00Z"), import_methods: ["mentions_search"], text: "Walked the new stalkers' path. @trailheadmaps has it two hundred metres too far east."},
  {id: 1038, by: "trailheadmaps", via: "Twitter Web App", favorites: 11, created_at: datetime("2021-05-04T08:30:00Z"), import_methods: ["my_tweets", "hashtag_search"], text: "@scree_slope good spot, moved it. #bugfix #OpenTrails"},
  {id: 1039, by: "summitsupper", via: "Twitter for iPhone", favorites: 240, created_at: datetime("2021-05-09T12:05:00Z"), import_methods: ["hashtag_search"], text: "Fondue at 3,100 m. The recipe, and the route up: https://summitsupper.example/fondue #hiking"},
  {id: 1040, by: "elkandelm", via: "Hootsuite Inc.", favorites: 73, created_at: datetime("2021-05-14T15:00:00Z"), import_methods: ["hashtag_search"], text: "Spring sale: 30 percent off every map case. https://elkandelm.example/sale #hiking #bikepacking"},
  {id: 1041, by: "ulrike_ut", via: "Twitter for iPhone", favorites: 47, created_at: datetime("2021-05-16T02:26:00Z"), import_methods: ["hashtag_search"], text: "Slot canyon day. GPS said I was in Nevada. I was not in Nevada. #hiking #GIS"},
  {id: 1042, by: "nightnav", via: "Twitter for Android", favorites: 25, created_at: datetime("2021-05-20T22:40:00Z"), import_methods: ["hashtag_search"], text: "Night orienteering tip: count your paces, trust your feet. #hiking"},
  {id: 1043, by: "rewild_ross", via: "Twitter Web App", favorites: 84, created_at: datetime("2021-05-23T09:18:00Z"), import_methods: ["hashtag_search"], text: "Mapped 12 hectares of returning aspen with @lidar_lena and a very patient drone. #rewilding #LiDAR"},
  {id: 1044, by: "arctic_anni", via: "Twitter for iPhone", favorites: 156, created_at: datetime("2021-06-02T23:50:00Z"), import_methods: ["hashtag_search"], text: "Midnight, full sun, no trail for 30 km. Bliss. #hiking #trailrunning"},
  {id: 1045, by: "maren_solheim", via: "Twitter for iPhone", favorites: 20, created_at: datetime("2021-06-03T06:05:00Z"), import_methods: ["user_timeline"], text: "@arctic_anni come across the border, our tundra has midges too."},
  {id: 1046, by: "opendata_min", via: "Hootsuite Inc.", favorites: 171, created_at: datetime("2021-06-08T08:00:00Z"), import_methods: ["hashtag_search"], text: "Estonia's national elevation model is now free to use. https://opendata-min.example/elevation #opendata #elevation"},
  {id: 1047, by: "trailheadmaps", via: "Twitter Web App", favorites: 0, created_at: datetime("2021-06-08T09:15:00Z"), import_methods: ["my_tweets", "hashtag_search"], text: "RT @opendata_min: Estonia's national elevation model is now free to use. https://opendata-min.example/elevation #opendata #elevation"},
  {id: 1048, by: "lidar_lena", via: "Twitter Web App", favorites: 0, created_at: datetime("2021-06-08T10:20:00Z"), import_methods: ["hashtag_search"], text: "RT @opendata_min: Estonia's national elevation model is now free to use. https://opendata-min.example/elevation #opendata #elevation"},
  {id: 1049, by: "topo_tess", via: "Twitter Web App", favorites: 16, created_at: datetime("2021-06-08T14:12:00Z"), import_methods: ["hashtag_search"], text: "Merged the new @opendata_min elevation tiles in one evening. No nodata holes at all. #elevation #python"},
  {id: 1050, by: "contourqueen", via: "Twitter Web App", favorites: 93, created_at: datetime("2021-06-11T10:00:00Z"), import_methods: ["hashtag_search"], text: "Friday map: the Lake District drawn only with its dry stone walls. https://contourqueen.example/walls #FridayMap #cartography"},
  {id: 1051, by: "hexcontour", via: "TweetDeck", favorites: 76, created_at: datetime("2021-06-11T16:30:00Z"), import_methods: ["hashtag_search"], text: "Mount Hood in hexagons, because I can. #FridayMap #contours"},
  {id: 1052, by: "kitandcompass", via: "Hootsuite Inc.", favorites: 54, created_at: datetime("2021-06-15T07:30:00Z"), import_methods: ["mentions_search", "hashtag_search"], text: "Five navigation apps tested in fog. @trailheadmaps came second; a whistle came first. https://kitandcompass.example/reviews/fog-test #mountainsafety"},
  {id: 1053, by: "gpxgoblin", via: "Twitter Web App", favorites: 29, created_at: datetime("2021-06-15T08:11:00Z"), import_methods: ["user_timeline"], text: "@kitandcompass the whistle has a terrible search function though."},
  {id: 1054, by: "zoe_zenith", via: "Twitter for Android", favorites: 35, created_at: datetime("2021-06-19T11:25:00Z"), import_methods: ["hashtag_search"], text: "Sunrise on Olympus with 14 strangers and one dog that knew the way. #hiking"},
  {id: 1055, by: "karst_caver", via: "Twitter Web App", favorites: 40, created_at: datetime("2021-06-25T18:55:00Z"), import_methods: ["hashtag_search"], text: "Survey of the lower gallery finished: 2.3 km of cave nobody has a trail for. #LiDAR #caving"},
  {id: 1056, by: "sumitgis", via: "Twitter for Android", favorites: 66, created_at: datetime("2021-07-01T04:45:00Z"), import_methods: ["mentions_search", "hashtag_search"], text: "Trained nine local guides in Pokhara to record trails with @trailheadmaps. They record faster than I do. #OpenTrails #GIS"},
  {id: 1057, by: "trailheadmaps", via: "Twitter Web App", favorites: 102, created_at: datetime("2021-07-01T09:20:00Z"), import_methods: ["my_tweets", "hashtag_search"], text: "@sumitgis this made our week. Tell them the tea is on us. #OpenTrails"},
  {id: 1058, by: "mapcamp", via: "Buffer", favorites: 67, created_at: datetime("2021-07-05T09:00:00Z"), import_methods: ["hashtag_search"], text: "Full programme is up, opening keynote by @openpathsorg. https://mapcamp.example/programme #MapCamp"},
  {id: 1059, by: "contourqueen", via: "Twitter for iPhone", favorites: 0, created_at: datetime("2021-07-05T09:45:00Z"), import_methods: ["hashtag_search"], text: "RT @mapcamp: Full programme is up, opening keynote by @openpathsorg. https://mapcamp.example/programme #MapCamp"},
  {id: 1060, by: "coastpathcat", via: "Twitter for iPhone", favorites: 31, created_at: datetime("2021-07-10T14:34:00Z"), import_methods: ["hashtag_search"], text: "Puffins: 112. Missing waymarkers: 4. All reported. #hiking #OpenTrails"},
  {id: 1061, by: "pathfix_bot", via: "Twitter Web App", favorites: 2, created_at: datetime("2021-07-10T14:40:00Z"), import_methods: ["hashtag_search"], text: "4 waymarkers added in Ceredigion. Thanks @coastpathcat #OpenTrails"},
  {id: 1062, by: "bogtrotter", via: "Twitter for Android", favorites: 23, created_at: datetime("2021-07-17T19:27:00Z"), import_methods: ["hashtag_search"], text: "If the map says bog, believe the map. #hiking #fellrunning"},
  {id: 1063, by: "datawonk_ria", via: "TweetDeck", favorites: 49, created_at: datetime("2021-07-21T13:03:00Z"), import_methods: ["hashtag_search"], text: "Who follows whom in map land? Put our little community in a graph: https://ria.example/map-land-graph #opendata #python"},
  {id: 1064, by: "orla_mccabe", via: "Twitter Web App", favorites: 17, created_at: datetime("2021-07-21T13:50:00Z"), import_methods: ["hashtag_search"], text: "@datawonk_ria why am I two hops from @summitsupper and nobody has fed me? #python"},
  {id: 1065, by: "trailheadmaps", via: "Buffer", favorites: 133, created_at: datetime("2021-08-04T09:00:00Z"), import_methods: ["my_tweets", "hashtag_search"], text: "Avalanche layers for Norway and Austria, made with @maren_solheim and @lidar_lena. https://blog.trailheadmaps.example/avalanche #mountainsafety #elevation"},
  {id: 1066, by: "maren_solheim", via: "Twitter for iPhone", favorites: 0, created_at: datetime("2021-08-04T12:12:00Z"), import_methods: ["mentions_search", "hashtag_search"], text: "RT @trailheadmaps: Avalanche layers for Norway and Austria, made with @maren_solheim and @lidar_lena. https://blog.trailheadmaps.example/avalanche #mountainsafety #elevation"},
  {id: 1067, by: "geo_hiro", via: "Twitter for iPhone", favorites: 79, created_at: datetime("2021-08-12T00:45:00Z"), import_methods: ["hashtag_search"], text: "Hokkaido volcanoes as a 1920s railway poster. #FridayMap #cartography #design"},
  {id: 1068, by: "fellrunnerjo", via: "Twitter for iPhone", favorites: 57, created_at: datetime("2021-08-15T17:10:00Z"), import_methods: ["hashtag_search"], text: "Got lost on my own home fell. Live tracking shows a perfect circle. #trailrunning"},
  {id: 1069, by: "mtnrescue_vale", via: "Hootsuite Inc.", favorites: 110, created_at: datetime("2021-08-16T07:30:00Z"), import_methods: ["hashtag_search"], text: "@fellrunnerjo we were watching. We were not going to say anything. #mountainrescue"},
  {id: 1070, by: "slowgravel", via: "Twitter for iPhone", favorites: 90, created_at: datetime("2021-08-22T20:20:00Z"), import_methods: ["hashtag_search"], text: "Porto to Santiago on farm tracks, 310 km. Files are here: https://slowgravel.example/porto-santiago #bikepacking #OpenTrails"},
  {id: 1071, by: "nils_routing", via: "Twitter Web App", favorites: 26, created_at: datetime("2021-08-30T12:00:00Z"), import_methods: ["hashtag_search"], text: "Elevation-aware routing for bikes now in beta, @bikepack_luis please break it. #routing #bikepacking #elevation"},
  {id: 1072, by: "bikepack_luis", via: "Twitter for Android", favorites: 30, created_at: datetime("2021-08-31T01:15:00Z"), import_methods: ["hashtag_search"], text: "@nils_routing broke it. It wants me to ride up a waterfall. #routing"},
  {id: 1073, by: "mapcamp", via: "Buffer", favorites: 81, created_at: datetime("2021-09-15T07:30:00Z"), import_methods: ["hashtag_search"], text: "Doors open in Utrecht. Badges, coffee, maps. #MapCamp"},
  {id: 1074, by: "contourqueen", via: "Twitter for iPhone", favorites: 112, created_at: datetime("2021-09-15T10:40:00Z"), import_methods: ["hashtag_search"], text: "Slides from my hill shading rant, with sources: https://contourqueen.example/mapcamp21 #MapCamp #cartography"},
  {id: 1075, by: "orla_mccabe", via: "Twitter Web App", favorites: 28, created_at: datetime("2021-09-15T11:05:00Z"), import_methods: ["hashtag_search"], text: "Live notes from @mapcamp: @contourqueen just booed a rainbow colour ramp. #MapCamp"},
  {id: 1076, by: "tilecache", via: "Twitter Web App", favorites: 36, created_at: datetime("2021-09-16T14:22:00Z"), import_methods: ["hashtag_search"], text: "Demoed vector tiles from a solar panel on a canal boat at @mapcamp. It rained. #MapCamp #offline"},
  {id: 1077, by: "openpathsorg", via: "Buffer", favorites: 143, created_at: datetime("2021-09-17T16:00:00Z"), import_methods: ["hashtag_search"], text: "And the MapCamp prize goes to @ferdi_maps for the Abuja walking map! #MapCamp #OpenTrails"},
  {id: 1078, by: "mapcamp", via: "Buffer", favorites: 0, created_at: datetime("2021-09-17T16:10:00Z"), import_methods: ["hashtag_search"], text: "RT @openpathsorg: And the MapCamp prize goes to @ferdi_maps for the Abuja walking map! #MapCamp #OpenTrails"},
  {id: 1079, by: "ferdi_maps", via: "Twitter for Android", favorites: 198, created_at: datetime("2021-09-17T16:45:00Z"), import_methods: ["hashtag_search"], text: "@openpathsorg speechless. This belongs to 60 volunteers with very good shoes. #OpenTrails"},
  {id: 1080, by: "sumitgis", via: "Twitter for Android", favorites: 0, created_at: datetime("2021-09-18T03:30:00Z"), import_methods: ["hashtag_search"], text: "RT @openpathsorg: And the MapCamp prize goes to @ferdi_maps for the Abuja walking map! #MapCamp #OpenTrails"},
  {id: 1081, by: "ranger_bette", via: "Twitter for iPhone", favorites: 165, created_at: datetime("2021-09-26T13:37:00Z"), import_methods: ["hashtag_search"], text: "Elk have right of way. That is the whole tweet. #hiking #rewilding"},
  {id: 1082, by: "elkandelm", via: "Hootsuite Inc.", favorites: 0, created_at: datetime("2021-09-26T15:00:00Z"), import_methods: ["hashtag_search"], text: "RT @ranger_bette: Elk have right of way. That is the whole tweet. #hiking #rewilding"},
  {id: 1083, by: "rewild_ross", via: "Twitter Web App", favorites: 38, created_at: datetime("2021-10-02T09:09:00Z"), import_methods: ["mentions_search", "hashtag_search"], text: "Beavers have moved the river, @trailheadmaps, please advise. #rewilding"},
  {id: 1084, by: "trailheadmaps", via: "Twitter Web App", favorites: 205, created_at: datetime("2021-10-02T11:11:00Z"), import_methods: ["my_tweets", "hashtag_search"], text: "@rewild_ross we defer to the beavers. Survey booked with @scree_slope next week. #rewilding"},
  {id: 1085, by: "newmapper77", via: "Twitter for iPhone", favorites: 6, created_at: datetime("2021-10-09T15:20:00Z"), import_methods: ["mentions_search", "hashtag_search"], text: "First edit ever: added the footbridge behind my school. Hi @trailheadmaps! #OpenTrails"}
] AS row
MATCH (u:User {screen_name: row.by}), (s:Source {name: row.via})
CREATE (u)-[:POSTS]->(t:Tweet {id: row.id, text: row.text, favorites: row.favorites, created_at: row.created_at, import_methods: row.import_methods})-[:USING]->(s);

UNWIND [
  ["trailheadmaps", ["openpathsorg", "mapcamp", "opendata_min", "ranger_bette", "contourqueen", "hexcontour", "nils_routing", "lidar_lena", "mtnrescue_vale", "kitandcompass", "sumitgis", "ferdi_maps"]],
  ["orla_mccabe", ["trailheadmaps", "mapcamp", "contourqueen", "datawonk_ria", "bogtrotter"]],
  ["hexcontour", ["trailheadmaps", "contourqueen", "pixelmeridian", "geo_hiro", "ulrike_ut"]],
  ["ranger_bette", ["elkandelm", "rewild_ross", "topo_tess"]],
  ["sumitgis", ["trailheadmaps", "openpathsorg", "wanderingpriya"]],
  ["gpxgoblin", ["trailheadmaps", "kitandcompass", "pathfix_bot", "tilecache", "quadtree_kid"]],
  ["fellrunnerjo", ["trailheadmaps", "mtnrescue_vale", "kitandcompass", "bogtrotter"]],
  ["openpathsorg", ["opendata_min", "trailheadmaps", "mapcamp"]],
  ["maren_solheim", ["arctic_anni", "lidar_lena", "trailheadmaps"]],
  ["bikepack_luis", ["slowgravel", "nils_routing", "elkandelm"]],
  ["tilecache", ["trailheadmaps", "quadtree_kid", "mapcamp", "openpathsorg"]],
  ["contourqueen", ["mapcamp", "hexcontour", "pixelmeridian", "oldpaperatlas", "geo_hiro"]],
  ["oldpaperatlas", ["contourqueen", "ranger_bette"]],
  ["lidar_lena", ["geo_hiro", "opendata_min", "rewild_ross", "karst_caver"]],
  ["mapcamp", ["openpathsorg", "contourqueen"]],
  ["kitandcompass", ["trailheadmaps", "summitsupper", "ranger_bette", "elkandelm", "fellrunnerjo"]],
  ["nils_routing", ["trailheadmaps", "bikepack_luis", "tilecache"]],
  ["wanderingpriya", ["summitsupper", "bikepack_luis", "sumitgis"]],
  ["scree_slope", ["mtnrescue_vale", "rewild_ross", "trailheadmaps"]],
  ["mtnrescue_vale", ["ranger_bette", "trailheadmaps"]],
  ["quadtree_kid", ["tilecache", "gpxgoblin", "openpathsorg"]],
  ["topo_tess", ["opendata_min", "ranger_bette", "ulrike_ut"]],
  ["ferdi_maps", ["openpathsorg", "nightnav", "trailheadmaps"]],
  ["slowgravel", ["bikepack_luis", "summitsupper", "kitandcompass"]],
  ["pixelmeridian", ["mapcamp", "geo_hiro", "contourqueen"]],
  ["coastpathcat", ["oldpaperatlas", "openpathsorg", "bogtrotter"]],
  ["datawonk_ria", ["openpathsorg", "opendata_min", "orla_mccabe", "trailheadmaps"]],
  ["geo_hiro", ["lidar_lena", "contourqueen", "pixelmeridian"]],
  ["rewild_ross", ["lidar_lena", "scree_slope", "ranger_bette"]],
  ["summitsupper", ["kitandcompass", "elkandelm"]],
  ["nightnav", ["ferdi_maps", "mtnrescue_vale"]],
  ["gridref_gail", ["mtnrescue_vale", "trailheadmaps", "kitandcompass"]],
  ["elkandelm", ["ranger_bette", "kitandcompass"]],
  ["zoe_zenith", ["summitsupper", "wanderingpriya", "openpathsorg"]],
  ["ulrike_ut", ["hexcontour", "topo_tess", "ranger_bette"]],
  ["karst_caver", ["lidar_lena", "opendata_min"]],
  ["bogtrotter", ["fellrunnerjo", "coastpathcat"]],
  ["arctic_anni", ["maren_solheim", "summitsupper", "trailheadmaps"]],
  ["lurker_lou", ["trailheadmaps", "kitandcompass", "summitsupper", "ranger_bette", "openpathsorg", "mapcamp"]],
  ["newmapper77", ["trailheadmaps", "openpathsorg"]]
] AS row
MATCH (a:User {screen_name: row[0]})
UNWIND row[1] AS other
MATCH (b:User {screen_name: other})
CREATE (a)-[:FOLLOWS]->(b);

UNWIND [
  [1002, ["trailheadmaps"]],
  [1003, ["trailheadmaps"]],
  [1004, ["gpxgoblin"]],
  [1006, ["trailheadmaps"]],
  [1010, ["ranger_bette"]],
  [1014, ["openpathsorg"]],
  [1016, ["openpathsorg"]],
  [1019, ["lidar_lena"]],
  [1020, ["geo_hiro"]],
  [1022, ["fellrunnerjo"]],
  [1023, ["fellrunnerjo"]],
  [1025, ["mapcamp"]],
  [1026, ["mapcamp"]],
  [1028, ["quadtree_kid"]],
  [1029, ["slowgravel"]],
  [1031, ["bikepack_luis"]],
  [1035, ["mtnrescue_vale"]],
  [1037, ["trailheadmaps"]],
  [1038, ["scree_slope"]],
  [1043, ["lidar_lena"]],
  [1045, ["arctic_anni"]],
  [1049, ["opendata_min"]],
  [1052, ["trailheadmaps"]],
  [1053, ["kitandcompass"]],
  [1056, ["trailheadmaps"]],
  [1057, ["sumitgis"]],
  [1058, ["openpathsorg"]],
  [1061, ["coastpathcat"]],
  [1064, ["datawonk_ria", "summitsupper"]],
  [1065, ["maren_solheim", "lidar_lena"]],
  [1069, ["fellrunnerjo"]],
  [1071, ["bikepack_luis"]],
  [1072, ["nils_routing"]],
  [1075, ["mapcamp", "contourqueen"]],
  [1076, ["mapcamp"]],
  [1077, ["ferdi_maps"]],
  [1079, ["openpathsorg"]],
  [1083, ["trailheadmaps"]],
  [1084, ["rewild_ross", "scree_slope"]],
  [1085, ["trailheadmaps"]]
] AS row
MATCH (t:Tweet {id: row[0]})
UNWIND row[1] AS v
MATCH (x:User {screen_name: v})
CREATE (t)-[:MENTIONS]->(x);

UNWIND [
  [1001, ["release30", "offline"]],
  [1002, ["contours", "cartography"]],
  [1004, ["bugfix"]],
  [1006, ["hiking"]],
  [1007, ["routing", "python"]],
  [1008, ["hiking", "mountainsafety"]],
  [1012, ["opendata", "opentrails"]],
  [1014, ["opendata"]],
  [1016, ["opentrails", "gis"]],
  [1018, ["lidar", "elevation"]],
  [1019, ["lidar"]],
  [1021, ["trailrunning", "fellrunning"]],
  [1022, ["bugfix"]],
  [1023, ["opentrails"]],
  [1024, ["mapcamp"]],
  [1025, ["mapcamp", "cartography"]],
  [1026, ["mapcamp", "design"]],
  [1027, ["gis", "python"]],
  [1028, ["gis"]],
  [1029, ["bikepacking", "elevation"]],
  [1032, ["offline", "hiking"]],
  [1033, ["mountainrescue", "mountainsafety"]],
  [1035, ["mountainrescue"]],
  [1038, ["bugfix", "opentrails"]],
  [1039, ["hiking"]],
  [1040, ["hiking", "bikepacking"]],
  [1041, ["hiking", "gis"]],
  [1042, ["hiking"]],
  [1043, ["rewilding", "lidar"]],
  [1044, ["hiking", "trailrunning"]],
  [1046, ["opendata", "elevation"]],
  [1049, ["elevation", "python"]],
  [1050, ["fridaymap", "cartography"]],
  [1051, ["fridaymap", "contours"]],
  [1052, ["mountainsafety"]],
  [1054, ["hiking"]],
  [1055, ["lidar", "caving"]],
  [1056, ["opentrails", "gis"]],
  [1057, ["opentrails"]],
  [1058, ["mapcamp"]],
  [1060, ["hiking", "opentrails"]],
  [1061, ["opentrails"]],
  [1062, ["hiking", "fellrunning"]],
  [1063, ["opendata", "python"]],
  [1064, ["python"]],
  [1065, ["mountainsafety", "elevation"]],
  [1067, ["fridaymap", "cartography", "design"]],
  [1068, ["trailrunning"]],
  [1069, ["mountainrescue"]],
  [1070, ["bikepacking", "opentrails"]],
  [1071, ["routing", "bikepacking", "elevation"]],
  [1072, ["routing"]],
  [1073, ["mapcamp"]],
  [1074, ["mapcamp", "cartography"]],
  [1075, ["mapcamp"]],
  [1076, ["mapcamp", "offline"]],
  [1077, ["mapcamp", "opentrails"]],
  [1079, ["opentrails"]],
  [1081, ["hiking", "rewilding"]],
  [1083, ["rewilding"]],
  [1084, ["rewilding"]],
  [1085, ["opentrails"]]
] AS row
MATCH (t:Tweet {id: row[0]})
UNWIND row[1] AS v
MATCH (x:Hashtag {name: v})
CREATE (x)-[:TAGS]->(t);

UNWIND [
  [1001, ["https://blog.trailheadmaps.example/release-3"]],
  [1006, ["https://kitandcompass.example/reviews/trailhead-3"]],
  [1007, ["https://nils.example/fast-footpaths"]],
  [1012, ["https://openpaths.example/data/2021"]],
  [1024, ["https://mapcamp.example/tickets"]],
  [1029, ["https://luis.example/tracks/ausangate"]],
  [1033, ["https://valemr.example/callouts/31"]],
  [1039, ["https://summitsupper.example/fondue"]],
  [1040, ["https://elkandelm.example/sale"]],
  [1046, ["https://opendata-min.example/elevation"]],
  [1050, ["https://contourqueen.example/walls"]],
  [1052, ["https://kitandcompass.example/reviews/fog-test"]],
  [1058, ["https://mapcamp.example/programme"]],
  [1063, ["https://ria.example/map-land-graph"]],
  [1065, ["https://blog.trailheadmaps.example/avalanche"]],
  [1070, ["https://slowgravel.example/porto-santiago"]],
  [1074, ["https://contourqueen.example/mapcamp21"]]
] AS row
MATCH (t:Tweet {id: row[0]})
UNWIND row[1] AS v
MATCH (x:Link {url: v})
CREATE (t)-[:CONTAINS]->(x);

UNWIND [[1005, 1001], [1009, 1008], [1011, 1008], [1013, 1012], [1015, 1012], [1017, 1012], [1030, 1029], [1034, 1033], [1047, 1046], [1048, 1046], [1059, 1058], [1066, 1065], [1078, 1077], [1082, 1081], [1080, 1077], [1036, 1033]] AS row
MATCH (a:Tweet {id: row[0]}), (b:Tweet {id: row[1]})
CREATE (a)-[:RETWEETS]->(b);

UNWIND [[1002, 1001], [1003, 1001], [1004, 1003], [1010, 1008], [1014, 1012], [1019, 1018], [1020, 1019], [1022, 1021], [1028, 1027], [1031, 1029], [1035, 1033], [1038, 1037], [1045, 1044], [1053, 1052], [1057, 1056], [1064, 1063], [1069, 1068], [1072, 1071], [1079, 1077], [1084, 1083]] AS row
MATCH (a:Tweet {id: row[0]}), (b:Tweet {id: row[1]})
CREATE (a)-[:REPLY_TO]->(b);

UNWIND [
  ["trailheadmaps", "openpathsorg", 0.62],
  ["trailheadmaps", "nils_routing", 0.48],
  ["trailheadmaps", "tilecache", 0.44],
  ["trailheadmaps", "sumitgis", 0.39],
  ["trailheadmaps", "kitandcompass", 0.27],
  ["trailheadmaps", "ferdi_maps", 0.35],
  ["contourqueen", "hexcontour", 0.71],
  ["contourqueen", "geo_hiro", 0.66],
  ["contourqueen", "pixelmeridian", 0.53],
  ["hexcontour", "geo_hiro", 0.58],
  ["bikepack_luis", "slowgravel", 0.83],
  ["fellrunnerjo", "bogtrotter", 0.46],
  ["arctic_anni", "maren_solheim", 0.51],
  ["mtnrescue_vale", "ranger_bette", 0.57],
  ["openpathsorg", "opendata_min", 0.69],
  ["summitsupper", "wanderingpriya", 0.33],
  ["quadtree_kid", "tilecache", 0.55],
  ["lidar_lena", "karst_caver", 0.29]
] AS row
MATCH (a:User {screen_name: row[0]}), (b:User {screen_name: row[1]})
CREATE (a)-[:SIMILAR_TO {score: row[2]}]->(b);
