import pg from 'pg'
import { createToken, hashToken } from './features/session/index.ts'
import { ensureFirstAdmin } from './features/users/first-admin.ts'

export type FirstAccess = {
  /** Of the user `admin`, when that user was made just now with a random one: nobody can read it again. */
  password: string | undefined
  /** A session of the first user, with which a simulated fleet registers its devices through the API. */
  fleetToken: string | undefined
}

const fleetAgent = 'Wattkeeper simulated fleet'

/** Lets the first person in, and the simulated fleet of this start where there is one. */
export async function openFirstAccess(
  ownerUrl: string,
  { adminPassword, hasFleet }: { readonly adminPassword: string | undefined; readonly hasFleet: boolean },
): Promise<FirstAccess> {
  const client = new pg.Client(ownerUrl)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { password } = await ensureFirstAdmin(client, { password: adminPassword })
    return { password, fleetToken: hasFleet ? await openFleetSession(client) : undefined }
  } finally {
    await client.end()
  }
}

/** The session of an earlier start ends with it. */
async function openFleetSession(client: pg.Client): Promise<string> {
  const token = createToken()
  await client.query('delete from sessions where user_agent = $1', [fleetAgent])
  await client.query(
    `insert into sessions (user_id, token_hash, address, user_agent, expires_at)
     select id, $1, '127.0.0.1', $2, now() + interval '12 hours' from users where id = 1`,
    [hashToken(token), fleetAgent],
  )
  return token
}
