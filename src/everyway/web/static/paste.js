// The start page: what is pasted or dropped there opens as a page of its own.

import { acceptPuzzles } from "./editor-paste.js";

acceptPuzzles((answer) => location.assign(answer.address));
