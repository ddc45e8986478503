// Opens a page of another origin in Chromium, which lists products and follows changes of a shop, and prints the page's results.
//
//   node browser.ts CHROMIUM PAGE SHOP TOKEN CURSOR POSITION
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const [executablePath = '', address = '', ...given] = process.argv.slice(2)
const profile = await mkdtemp(join(tmpdir(), 'tradelog-browser-'))
const context = await chromium.launchPersistentContext(profile, {
  executablePath, headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
})
const complaints: string[] = []
const page = await context.newPage()
page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
page.on('pageerror', (error) => complaints.push(error.message))
await page.goto(address)
const seen = await page.evaluate(async ([url = '', token = '', cursor = '', position]) => {
  const library = '/dist/index.js'
  const { Client, StoragePlace, tokenLogin } = (await import(library)) as typeof import('@tradelog/client')
  const shop = new Client(url, { login: tokenLogin(token) })
  const products: number[] = []
  for await (const product of shop.list('/products')) products.push(product.id)
  const changes: string[] = []
  await shop.follow(
    { resources: ['products'], place: new StoragePlace(localStorage, 'cursor'), from: cursor, until: Number(position) },
    (change) => void changes.push(`${change.position} ${change.id}`),
  )
  return { products, changes, stored: localStorage.getItem('cursor') }
}, given)
console.log(JSON.stringify({ ...seen, complaints }))
await context.close()
await rm(profile, { recursive: true, force: true })
