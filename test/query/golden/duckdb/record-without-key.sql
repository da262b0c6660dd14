-- record
select "t0"."word", "t0"."weight"::text, case when "t0"."word" is null then '$null' else coalesce(url_encode("t0"."word"),
    '') end, case when "t0"."weight" is null then '$null' else coalesce("t0"."weight"::text, '') end
from "main"."word" as "t0"
where ("t0"."word" = $1) and ("t0"."weight" is null)
limit 2
-- with "x"
-- reads word
-- in parts: {"between":["{\"word\":",",\"weight\":",",\"__url__\":\"http://localhost/api/database/tables/word/recs/[",",","]\",\"__links__\":{}}"],"values":[{"at":0,"kind":"text"},{"at":1,"kind":"json"},{"at":2,"kind":"json"},{"at":3,"kind":"json"}]}
