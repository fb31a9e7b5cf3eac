/** The plays of the HTTP bench alone: 64 players of the in-house studio, and one. `node bench/plays.ts` */
process.argv[2] = 'whole plays'
await import('./http.ts')
