"""What people ask of customers, orders and products: periods, differences, values of many, both and neither."""

from tests.attached.graphs import asked_fixture
from tests.attached.test_asking import Ask, told

_GRAPH = """
UNWIND [['Teas', 1], ['Cheeses', 2]] AS row CREATE (:Category {categoryName: row[0]})
WITH collect(1) AS done
UNWIND [['Assam', 'Teas', 18.0, 39, 'Leaf Ltd'], ['Keemun', 'Teas', 19.0, 17, 'Leaf Ltd'],
  ['Brie', 'Cheeses', 34.0, 0, 'Dairy Ltd'], ['Feta', 'Cheeses', 12.5, 86, 'Dairy Ltd']] AS row
MATCH (c:Category {categoryName: row[1]})
MERGE (s:Supplier {companyName: row[4]})
CREATE (p:Product {productName: row[0], unitPrice: row[2], unitsInStock: row[3], quantityPerUnit: '10 boxes'})
CREATE (p)-[:PART_OF]->(c), (s)-[:SUPPLIES]->(p)
WITH collect(1) AS done
UNWIND [['Ann Lee', 'London', 'UK'], ['Bo Ray', 'London', 'UK'], ['Cy Roth', 'Bern', 'Switzerland'],
  ['Di Moor', 'Leeds', 'UK']] AS row
CREATE (:Customer {contactName: row[0], city: row[1], country: row[2]})
WITH collect(1) AS done
UNWIND [['1', 'Ann Lee', '1996-11-04', '1996-12-02', '1996-11-09', ['Assam']],
  ['2', 'Ann Lee', '1997-01-13', '1997-02-10', '1997-01-20', ['Keemun']],
  ['3', 'Bo Ray', '1997-01-20', '1997-02-17', '1997-02-25', ['Assam', 'Brie']],
  ['4', 'Cy Roth', '1997-05-06', '1997-06-03', '1997-05-10', ['Feta', 'Brie']],
  ['5', 'Cy Roth', '1998-02-03', '1998-03-30', null, ['Keemun', 'Assam']]] AS row
MATCH (c:Customer {contactName: row[1]})
CREATE (o:Order {orderID: row[0], orderDate: row[2], requiredDate: row[3], shippedDate: row[4]})
CREATE (c)-[:PURCHASED]->(o)
WITH o, row UNWIND row[5] AS name MATCH (p:Product {productName: name}) CREATE (o)-[:ORDERS {quantity: 5}]->(p)
"""

_PARCELS = """
UNWIND [['P1', '2024-03-01', '2024-03-04'], ['P2', '2024-03-09', '2024-03-14'], ['P3', '2024-11-02', null]] AS row
CREATE (:Parcel {code: row[0], postedOn: date(row[1]), deliveredOn: date(row[2]), size: 'S'})
"""

shop, parcels = asked_fixture(_GRAPH), asked_fixture(_PARCELS)


def answers(ask: Ask, expected: dict[str, list[list[str]]]) -> None:
    assert {question: told(ask(question)) for question in expected} == expected


def test_rows_are_made_for_periods_of_a_date(shop: Ask) -> None:
    answers(
        shop,
        {
            "How many orders were placed in each month of 1997?": [["1997-01", "2"], ["1997-05", "1"]],
            "orders per year": [["1996", "1"], ["1997", "3"], ["1998", "1"]],
            "orders by quarter": [["1996-Q4", "1"], ["1997-Q1", "2"], ["1997-Q2", "1"], ["1998-Q1", "1"]],
            "number of orders by weekday": [["Monday", "3"], ["Tuesday", "2"]],
            "Which month had the most orders?": [["1997-01"]],
            "Compare the number of orders in 1996 and 1997": [["1996", "1"], ["1997", "3"]],
            "Which customer placed the most orders in each year?": [
                ["1996", "Ann Lee"],
                ["1997", "Ann Lee"],
                ["1997", "Bo Ray"],
                ["1997", "Cy Roth"],
                ["1998", "Cy Roth"],
            ],
        },
    )


def test_the_latest_are_by_the_date_that_they_are_called_after(shop: Ask) -> None:
    answers(
        shop,
        {
            "What are the 2 most recent orders?": [["4"], ["5"]],
            "What was the last order of Ann Lee?": [["2"]],
        },
    )


def test_both_and_but_not_are_of_what_each_did_in_any_order(shop: Ask) -> None:
    answers(
        shop,
        {
            "Which customers bought both Assam and Keemun?": [["Ann Lee"], ["Cy Roth"]],
            "Which customers ordered Assam but not Keemun?": [["Bo Ray"]],
            "Which orders contain both Assam and Brie?": [["3"]],
        },
    )


def test_values_of_which_there_are_many(shop: Ask) -> None:
    answers(
        shop,
        {
            "Which cities have more than 1 customer?": [["London"]],
            "Which countries have at least two customers?": [["UK"]],
            "Which 2 countries have the most customers?": [["Switzerland"], ["UK"]],
        },
    )


def test_what_is_measured_is_of_what_the_question_asks_for(shop: Ask) -> None:
    answers(
        shop,
        {
            "Which category has the highest average price?": [["Cheeses"]],
            "How many units of Assam are in stock?": [["39"]],
            "What's the difference in price between Assam and Keemun?": [["1"]],
            "Who supplies Brie?": [["Dairy Ltd"]],
        },
    )


def test_dates_of_one_thing_are_compared(shop: Ask) -> None:
    answers(shop, {"Which orders were shipped after the required date?": [["3"]]})


def test_what_a_participle_denies_is_its_date(parcels: Ask) -> None:
    answers(
        parcels,
        {
            "Which parcels have not been delivered yet?": [["P3"]],
            "On average, how long does it take to deliver a parcel?": [["4"]],
        },
    )


def test_days_are_no_things_that_are_counted(parcels: Ask) -> None:
    answer = parcels("How many days passed between P1 and P2?")
    assert told(answer) != [["2"]]


def test_what_was_done_late_was_done_after_it_was_due(shop: Ask) -> None:
    answers(shop, {"Which orders were shipped late?": [["3"]]})
