-- The rules of points in the tables that all consumers of edges share. Old rules stated points for each game: they keep
-- them, as an edge of a kind that brings one point.
INSERT INTO rewards.counting_rules (consumer, after_movement, rule, games_digest, counted_to)
SELECT 'loyalty', after_movement,
  ((rule::jsonb - 'games') || jsonb_build_object('pointsPerUnit', CASE WHEN jsonb_array_length(rule::jsonb -> 'games') = 0
    THEN '{"slot": 0, "dice": 0}'::jsonb ELSE '{"slot": 1, "dice": 1}'::jsonb END))::text,
  '', counted_to
FROM rewards.loyalty_rules WHERE counted_to > after_movement;

WITH ruled AS (
  SELECT after_movement, rule::jsonb -> 'games' AS games FROM rewards.loyalty_rules
  WHERE jsonb_array_length(rule::jsonb -> 'games') > 0
), stated AS (
  SELECT after_movement, game ->> 'studio' AS studio, game ->> 'game' AS game, (game ->> 'numerator')::numeric AS numerator,
    (game ->> 'denominator')::numeric AS denominator
  FROM ruled CROSS JOIN LATERAL jsonb_array_elements(games) AS game
), filled AS (
  SELECT ruled.after_movement, known.studio, known.game, coalesce(stated.numerator, 0) AS numerator,
    coalesce(stated.denominator, 1) AS denominator
  FROM ruled CROSS JOIN (SELECT DISTINCT studio, game FROM stated) AS known
  LEFT JOIN stated ON stated.after_movement = ruled.after_movement AND stated.studio = known.studio AND stated.game = known.game
), compared AS (
  SELECT *, lag(numerator) OVER earlier AS last_numerator, lag(denominator) OVER earlier AS last_denominator
  FROM filled WINDOW earlier AS (PARTITION BY studio, game ORDER BY after_movement)
)
INSERT INTO rewards.counted_games (consumer, studio, game, after_movement, kind, numerator, denominator)
SELECT 'loyalty', studio, game, after_movement, 'slot', numerator, denominator FROM compared
WHERE last_numerator IS DISTINCT FROM numerator OR last_denominator IS DISTINCT FROM denominator;

DROP TABLE rewards.loyalty_rules;
