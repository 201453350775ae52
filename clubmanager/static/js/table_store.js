// What a table's phone keeps: the queue of what it typed, and the plan of its tables. No result,
// no points, no card: nothing that follows from a stored deal (docs/tables.md, "Without network").
window.TableStore = (() => {
  "use strict";

  // Without IndexedDB (some private windows) the queue lives in this page alone.
  const memory = { outbox: new Map(), tables: new Map(), next: 1 };
  let opened = null;

  function open() {
    opened = opened || new Promise((resolve) => {
      if (!window.indexedDB) { resolve(null); return; }
      const request = indexedDB.open("table-phone", 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
        request.result.createObjectStore("tables", { keyPath: "at" });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    });
    return opened;
  }

  // One request in its own transaction; resolves when it is on the disk, not before.
  async function run(name, mode, ask, fallback) {
    const database = await open();
    if (!database) return fallback(memory[name]);
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = ask(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  function putInMemory(rows, item) {
    if (item.seq === undefined) item.seq = memory.next++;
    rows.set(item.seq, item);
    return item.seq;
  }

  return {
    isLasting: async () => Boolean(await open()),
    // Adds an item at the end, or replaces the one with its seq. Resolves to its seq.
    put: async (item) => {
      item.seq = await run("outbox", "readwrite", (store) => store.put(item), (rows) => putInMemory(rows, item));
      return item.seq;
    },
    remove: (seq) => run("outbox", "readwrite", (store) => store.delete(seq), (rows) => rows.delete(seq)),
    // Everything in the order in which it was typed.
    all: () => run("outbox", "readonly", (store) => store.getAll(), (rows) => [...rows.values()]),
    keepTable: (state) => run("tables", "readwrite", (store) => store.put(state), (rows) => rows.set(state.at, state)),
    table: (at) => run("tables", "readonly", (store) => store.get(at), (rows) => rows.get(at)),
  };
})();
