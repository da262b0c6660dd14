-- page
select concat(json_array("t0"."id", iif(+"t0"."title" >= x'', joinery_base64("t0"."title"), "t0"."title"), iif(+(joinery_round(iif("t0"."price"
    is null or ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price" * ?)), 'Inf'), '-Inf') + 0), ?)) >=
    9e999 or +(joinery_round(iif("t0"."price" is null or ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price"
    * ?)), 'Inf'), '-Inf') + 0), ?)) <= -9e999, case typeof((joinery_round(iif("t0"."price" is null or ? is null,
    null, nullif(nullif(printf('%.15g', ("t0"."price" * ?)), 'Inf'), '-Inf') + 0), ?))) when 'blob' then joinery_base64((joinery_round(iif("t0"."price"
    is null or ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price" * ?)), 'Inf'), '-Inf') + 0), ?))) when
    'real' then iif((joinery_round(iif("t0"."price" is null or ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price"
    * ?)), 'Inf'), '-Inf') + 0), ?)) > 0, 'Infinity', '-Infinity') else (joinery_round(iif("t0"."price" is null
    or ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price" * ?)), 'Inf'), '-Inf') + 0), ?)) end, (joinery_round(iif("t0"."price"
    is null or ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price" * ?)), 'Inf'), '-Inf') + 0), ?)))),
    '
', concat('[', case typeof((joinery_round(iif("t0"."price" is null or ? is null, null, nullif(nullif(printf('%.15g',
    ("t0"."price" * ?)), 'Inf'), '-Inf') + 0), ?))) when 'null' then 'null' when 'text' then case when octet_length((joinery_round(iif("t0"."price"
    is null or ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price" * ?)), 'Inf'), '-Inf') + 0), ?))) =
    length((joinery_round(iif("t0"."price" is null or ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price"
    * ?)), 'Inf'), '-Inf') + 0), ?))) and (joinery_round(iif("t0"."price" is null or ? is null, null, nullif(nullif(printf('%.15g',
    ("t0"."price" * ?)), 'Inf'), '-Inf') + 0), ?)) not glob '*[^ -~]*' then json_quote('S' || (joinery_round(iif("t0"."price"
    is null or ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price" * ?)), 'Inf'), '-Inf') + 0), ?))) else
    '"T' || hex((joinery_round(iif("t0"."price" is null or ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price"
    * ?)), 'Inf'), '-Inf') + 0), ?))) || '"' end else json_quote(quote((joinery_round(iif("t0"."price" is null or
    ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price" * ?)), 'Inf'), '-Inf') + 0), ?)))) end, ',', ifnull('"'
    || "t0"."id" || '"', 'null'), ']')) as "line"
from "main"."album" as "t0"
order by (joinery_round(iif("t0"."price" is null or ? is null, null, nullif(nullif(printf('%.15g', ("t0"."price"
    * ?)), 'Inf'), '-Inf') + 0), ?)) nulls last, "t0"."id"
limit ? + 0
-- with 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 1.2, 1.2, 2, 100
-- reads album

-- totals
select cast(count(*) as text)
from "main"."album" as "t0"
-- reads album
