// Prints the changes in the shop since its last run: follow.ts FOLDER RESOURCES POSITION
//
// Killing it is safe at any moment. A page of changes whose position was not stored is printed again.
import { join } from 'node:path'
import { Client, serviceLogin } from '@tradelog/client'
import { FilePlace } from '@tradelog/client/node'

const [folder = '.', resources = '', until] = process.argv.slice(2)
const { TRADELOG_URL = '', TRADELOG_CLIENT_ID = '', TRADELOG_CLIENT_SECRET = '' } = process.env
const shop = new Client(TRADELOG_URL, { login: serviceLogin(TRADELOG_CLIENT_ID, TRADELOG_CLIENT_SECRET) })
const place = new FilePlace(join(folder, 'position'))
await shop.follow({ resources: resources.split(','), place, until: Number(until) }, (change) => {
  console.log(change.position, change.resource, change.id, change.what)
})
