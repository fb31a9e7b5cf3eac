/** Registration, social sign-in, and the player's own details. Other contexts import only this file. */
export { demoPassword, demoPlayer, seedPlayers } from './registration/seed.ts'
