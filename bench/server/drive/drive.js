// Tables with two clients each; one move at a time at each table, as fast as answers come or at a rate for all tables
// together. A move is confirmed when the other player's client has it. Prints one line of JSON.
//
//   node drive.js '{"peer": "nodarium", "address": "http://127.0.0.1:8000", "tables": 100, "seconds": 5, "rate": 0}'
const wants = { peer: "nodarium", tables: 100, seconds: 5, warm: 1, rate: 0, game: "", ...JSON.parse(process.argv[2]) };

// ---- Nodarium: WebSockets, a token for each client ----

async function post(path, token, body, index = 0) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const address = wants.addresses ? wants.addresses[index % wants.addresses.length] : wants.address;
  const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function nodarium(index, table) {
  const WebSocket = require("ws");
  const people = [await post("/api/me", null, { name: "a" }, index), await post("/api/me", null, { name: "b" }, index)];
  const opened = await post("/api/tables", people[0].token, { game: wants.game, listed: false }, index);
  const id = opened.table.id;
  await post(`/api/tables/${id}`, people[1].token, { do: "sit" }, index);
  const address = wants.addresses ? wants.addresses[index % wants.addresses.length] : wants.address;
  const url = address.replace("http", "ws") + `/api/tables/${id}/live?${wants.query || ""}`;
  let requests = 0;
  const clients = people.map(({ token }) => {
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` }, perMessageDeflate: false });
    const client = { number: 0, moves: null, status: "", send: (message) => socket.send(JSON.stringify(message)) };
    socket.on("message", (data) => {
      const frame = JSON.parse(data);
      for (const answer of frame.answers || []) if (answer.error) table.fail(answer.error.message);
      if (!frame.now) return;
      client.number = frame.now.number;
      client.moves = frame.now.legal_moves;
      client.status = frame.now.status;
      table.heard();
    });
    socket.on("error", (error) => table.fail(error.message));
    socket.on("close", (code) => table.closed || table.fail(`closed with ${code}`));
    client.close = () => socket.close();
    return client;
  });
  let expected = 0;
  let again = 0;
  return {
    clients,
    // The client to move, once both have seen all events.
    ready: () => {
      const [a, b] = clients;
      if (a.number !== b.number || a.number < expected) return null;
      if (a.status === "over" && a.number >= again) {
        again = a.number + 4;
        a.send({ do: "propose", what: "rematch" });
        setTimeout(() => b.send({ do: "accept" }), 50);
      }
      return clients.find((client) => client.moves) || null;
    },
    move: (client) => {
      const move = client.moves[Math.floor(Math.random() * client.moves.length)];
      expected = client.number + 1;
      client.send({ do: "move", move, request: String(requests++) });
    },
    confirmed: () => clients.every((client) => client.number >= expected),
    close: () => clients.forEach((client) => client.close()),
  };
}

// ---- boardgame.io: its own client and its own transport ----

async function boardgameio(index, table) {
  const { Client } = require("boardgame.io/client");
  const { SocketIO } = require("boardgame.io/multiplayer");
  const game = require("./game");
  const clients = [];
  for (const playerID of ["0", "1"]) {
    const multiplayer = SocketIO({ server: wants.address });
    const client = Client({ game, numPlayers: 2, matchID: `m${index}`, playerID, multiplayer, debug: false });
    client.start();
    // The first to come makes the match; two at the same time would make it twice.
    while (!client.getState() || !client.getState().isConnected) await sleep(0.01);
    client.subscribe(() => table.heard());
    clients.push(client);
  }
  let expected = 0;
  const seen = (client) => (client.getState() ? client.getState()._stateID : -1);
  return {
    ready: () => {
      const states = clients.map((client) => client.getState());
      if (states.some((state) => !state || !state.isConnected) || seen(clients[0]) !== seen(clients[1])) return null;
      // The mover's own state runs ahead of the server's, but does not know yet that the turn is over.
      const [turn, other] = states.map((state) => state.ctx.currentPlayer);
      return seen(clients[0]) >= expected && turn === other ? clients[Number(turn)] : null;
    },
    move: (client) => {
      const { G } = client.getState();
      const free = G.placed === G.cells.length ? [0] : G.cells.flatMap((cell, i) => (cell === null ? [i] : []));
      expected = seen(client) + 1;
      client.moves.place(free[Math.floor(Math.random() * free.length)]);
    },
    confirmed: () => clients.every((client) => seen(client) >= expected),
    close: () => clients.forEach((client) => client.stop()),
  };
}

// ---- Driving ----

class Table {
  constructor(index) {
    this.index = index;
    this.sent = 0; // when the move was made that is not confirmed yet
    this.due = 0; // when the next one may be made
    this.closed = false;
  }

  async open() {
    this.side = await (wants.peer === "nodarium" ? nodarium : boardgameio)(this.index, this);
    this.heard();
  }

  heard() {
    if (!this.side || this.closed) return;
    if (this.sent && this.side.confirmed()) {
      const took = performance.now() - this.sent;
      this.sent = 0;
      if (measuring) latencies.push(took);
    }
    if (!this.sent && going) this.next();
  }

  next() {
    const wait = this.due - performance.now();
    if (wants.rate && wait > 0) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.next(), wait);
      return;
    }
    const mover = !this.sent && going ? this.side.ready() : null;
    if (!mover) return;
    if (wants.rate) this.due = Math.max(this.due, performance.now() - 1000) + (1000 * wants.tables) / wants.rate;
    this.sent = performance.now();
    this.side.move(mover);
  }

  fail(why) {
    failures.push(why);
    if (failures.length === 1) console.error(`table ${this.index}: ${why}`);
  }

  close() {
    this.closed = true;
    this.side.close();
  }
}

const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
const latencies = [];
const failures = [];
let going = false;
let measuring = false;

async function main() {
  const tables = Array.from({ length: wants.tables }, (_, index) => new Table(index));
  for (let i = 0; i < tables.length; i += 20) await Promise.all(tables.slice(i, i + 20).map((table) => table.open()));
  await sleep(0.5);
  going = true;
  tables.forEach((table) => {
    table.due = performance.now() + Math.random() * (wants.rate ? (1000 * wants.tables) / wants.rate : 0);
    table.next();
  });
  await sleep(wants.warm);
  measuring = true;
  console.log(JSON.stringify({ measuring: true }));
  const began = performance.now();
  await sleep(wants.seconds);
  measuring = false;
  const seconds = (performance.now() - began) / 1000;
  console.log(JSON.stringify({ measuring: false }));
  going = false;
  await sleep(0.3);
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
  const stuck = tables.filter((table) => table.sent).length;
  console.log(
    JSON.stringify({ moves: latencies.length, seconds, p50: at(0.5), p99: at(0.99), failures: failures.length, stuck }),
  );
  tables.forEach((table) => table.close());
  setTimeout(() => process.exit(0), 200);
}

main();
