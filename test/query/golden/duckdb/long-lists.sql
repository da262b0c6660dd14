-- page
select concat(concat('[', coalesce("p"."c0"::text, 'null'), ',', coalesce(to_json("p"."c1")::text, 'null'), ',',
    coalesce("p"."c2"::text, 'null'), ']'), '
', concat('[', coalesce('"' || "p"."s0"::text || '"', 'null'), ']'))
    as "line"
from (
  select "t0"."id" as "c0", "t0"."title" as "c1", "t0"."price" as "c2", "t0"."id" as "s0"
  from "main"."album" as "t0"
  where ("t0"."id" in ($1::BIGINT, $2::BIGINT, $3::BIGINT, $4::BIGINT, $5::BIGINT, $6::BIGINT, $7::BIGINT, $8::BIGINT,
      $9::BIGINT, $10::BIGINT, $11::BIGINT, $12::BIGINT, $13::BIGINT, $14::BIGINT, $15::BIGINT, $16::BIGINT, $17::BIGINT,
      $18::BIGINT, $19::BIGINT, $20::BIGINT, $21::BIGINT, $22::BIGINT, $23::BIGINT, $24::BIGINT, $25::BIGINT, $26::BIGINT,
      $27::BIGINT, $28::BIGINT, $29::BIGINT, $30::BIGINT, $31::BIGINT, $32::BIGINT)) and ("t0"."title" in ($33::text,
      $34::text, $35::text, $36::text, $37::text, $38::text, $39::text, $40::text, $41::text, $42::text, $43::text,
      $44::text, $45::text, $46::text, $47::text, $48::text, $49::text, $50::text, $51::text, $52::text, $53::text,
      $54::text, $55::text, $56::text, $57::text, $58::text, $59::text, $60::text, $61::text, $62::text, $63::text,
      $64::text)) and (not ("t0"."price" in ($65::DECIMAL(38,2), $66::DECIMAL(38,2), $67::DECIMAL(38,2), $68::DECIMAL(38,2),
      $69::DECIMAL(38,2), $70::DECIMAL(38,2), $71::DECIMAL(38,2), $72::DECIMAL(38,2), $73::DECIMAL(38,2), $74::DECIMAL(38,2),
      $75::DECIMAL(38,2), $76::DECIMAL(38,2), $77::DECIMAL(38,2), $78::DECIMAL(38,2), $79::DECIMAL(38,2), $80::DECIMAL(38,2),
      $81::DECIMAL(38,2), $82::DECIMAL(38,2), $83::DECIMAL(38,2), $84::DECIMAL(38,2), $85::DECIMAL(38,2), $86::DECIMAL(38,2),
      $87::DECIMAL(38,2), $88::DECIMAL(38,2), $89::DECIMAL(38,2), $90::DECIMAL(38,2), $91::DECIMAL(38,2), $92::DECIMAL(38,2),
      $93::DECIMAL(38,2), $94::DECIMAL(38,2), $95::DECIMAL(38,2), $96::DECIMAL(38,2))))
  order by "t0"."id"
  limit 100
) as "p"
order by "p"."s0"
-- with "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "19", "19", "19", "19", "19", "19", "19", "19", "19", "19", "19", "19", "\"0\"", "\"1\"", "\"2\"", "\"3\"", "\"4\"", "\"5\"", "\"6\"", "\"7\"", "\"8\"", "\"9\"", "\"10\"", "\"11\"", "\"12\"", "\"13\"", "\"14\"", "\"15\"", "\"16\"", "\"17\"", "\"18\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "0.50", "1.50", "2.50", "3.50", "4.50", "5.50", "6.50", "7.50", "8.50", "9.50", "10.50", "11.50", "12.50", "13.50", "14.50", "15.50", "16.50", "17.50", "18.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50"
-- reads album

-- totals
select (count(*))::text
from "main"."album" as "t0"
where ("t0"."id" in ($1::BIGINT, $2::BIGINT, $3::BIGINT, $4::BIGINT, $5::BIGINT, $6::BIGINT, $7::BIGINT, $8::BIGINT,
    $9::BIGINT, $10::BIGINT, $11::BIGINT, $12::BIGINT, $13::BIGINT, $14::BIGINT, $15::BIGINT, $16::BIGINT, $17::BIGINT,
    $18::BIGINT, $19::BIGINT, $20::BIGINT, $21::BIGINT, $22::BIGINT, $23::BIGINT, $24::BIGINT, $25::BIGINT, $26::BIGINT,
    $27::BIGINT, $28::BIGINT, $29::BIGINT, $30::BIGINT, $31::BIGINT, $32::BIGINT)) and ("t0"."title" in ($33::text,
    $34::text, $35::text, $36::text, $37::text, $38::text, $39::text, $40::text, $41::text, $42::text, $43::text,
    $44::text, $45::text, $46::text, $47::text, $48::text, $49::text, $50::text, $51::text, $52::text, $53::text,
    $54::text, $55::text, $56::text, $57::text, $58::text, $59::text, $60::text, $61::text, $62::text, $63::text,
    $64::text)) and (not ("t0"."price" in ($65::DECIMAL(38,2), $66::DECIMAL(38,2), $67::DECIMAL(38,2), $68::DECIMAL(38,2),
    $69::DECIMAL(38,2), $70::DECIMAL(38,2), $71::DECIMAL(38,2), $72::DECIMAL(38,2), $73::DECIMAL(38,2), $74::DECIMAL(38,2),
    $75::DECIMAL(38,2), $76::DECIMAL(38,2), $77::DECIMAL(38,2), $78::DECIMAL(38,2), $79::DECIMAL(38,2), $80::DECIMAL(38,2),
    $81::DECIMAL(38,2), $82::DECIMAL(38,2), $83::DECIMAL(38,2), $84::DECIMAL(38,2), $85::DECIMAL(38,2), $86::DECIMAL(38,2),
    $87::DECIMAL(38,2), $88::DECIMAL(38,2), $89::DECIMAL(38,2), $90::DECIMAL(38,2), $91::DECIMAL(38,2), $92::DECIMAL(38,2),
    $93::DECIMAL(38,2), $94::DECIMAL(38,2), $95::DECIMAL(38,2), $96::DECIMAL(38,2))))
-- with "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "19", "19", "19", "19", "19", "19", "19", "19", "19", "19", "19", "19", "\"0\"", "\"1\"", "\"2\"", "\"3\"", "\"4\"", "\"5\"", "\"6\"", "\"7\"", "\"8\"", "\"9\"", "\"10\"", "\"11\"", "\"12\"", "\"13\"", "\"14\"", "\"15\"", "\"16\"", "\"17\"", "\"18\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "\"19\"", "0.50", "1.50", "2.50", "3.50", "4.50", "5.50", "6.50", "7.50", "8.50", "9.50", "10.50", "11.50", "12.50", "13.50", "14.50", "15.50", "16.50", "17.50", "18.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50", "19.50"
-- reads album
