-- A zip code alone makes a name no longer very likely: pairs that share a place are compared again within a minute.
INSERT INTO members_to_compare (member_id)
SELECT first_id FROM duplicate_pairs WHERE 'place' = ANY (reasons)
UNION SELECT second_id FROM duplicate_pairs WHERE 'place' = ANY (reasons)
ON CONFLICT DO NOTHING;
