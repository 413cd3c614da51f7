// boardgame.io's server: in memory, or with files in a folder.  node peer.js PORT [FOLDER]
const { FlatFile, Server } = require("boardgame.io/server");
const game = require("./game");

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [game], origins: ["*"], db }).run(Number(port));
