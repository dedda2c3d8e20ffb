import pytest
from tests.journeys.page_inspection import faults
from tests.journeys.whole_site import looks, whole_site


@pytest.mark.django_db(transaction=True)
def test_look(visit, live_server):
    whole_site()
    theirs = [(n, l) for n, l in looks() if n in ("questionnaires", "questionnaire", "answers", "answers_draft")]
    print(len(theirs))
    for k, v in faults(visit(), live_server.url, theirs).items():
        print(k, v)
