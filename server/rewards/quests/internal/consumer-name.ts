/** The consumer of quests, whose position a new quest starts from. */
export const consumerName = 'quests'
