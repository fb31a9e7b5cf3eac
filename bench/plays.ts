/** Only the in-house rounds of the HTTP bench: 64 players, and one. `node bench/plays.ts` */
process.argv[2] = 'complete rounds'
await import('./http.ts')
