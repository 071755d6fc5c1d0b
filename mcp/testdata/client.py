"""A session of the Python SDK's client (https://pypi.org/project/mcp) with a server of brain.

python3 client.py SERVER [ARGUMENT …] starts the server, and prints what each step gave as one JSON object.
"""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def plain(answer):
    """The answer as it stands in JSON: releases of the SDK differ in the names of its fields."""
    return answer.model_dump(by_alias=True, mode="json")


async def main():
    out = {}
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:], env=dict(os.environ))
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write) as session:

            async def call(tool, arguments):
                return plain(await session.call_tool(tool, arguments))

            hello = plain(await session.initialize())
            out["server"] = hello["serverInfo"]["name"]
            out["instructions"] = bool(hello["instructions"])
            out["tools"] = sorted(t.name for t in (await session.list_tools()).tools)
            fact = {"type": "note", "title": "Beacon listens on 9151", "content": "since June", "tags": ["net"]}
            saved = await call("save", fact)
            again = await call("save", fact)
            uid = saved["structuredContent"]["uid"]
            out["saved"] = [saved["isError"], saved["structuredContent"]["duplicate"]]
            out["again"] = [again["isError"], again["structuredContent"]["uid"] == uid, again["structuredContent"]["duplicate"]]
            found = await call("search", {"query": "beacon"})
            out["found"] = [r["title"] for r in found["structuredContent"]["result"]]
            out["text"] = json.loads(found["content"][0]["text"])[0]["title"]
            await call("put", {"slug": "people/ada", "content": "# Ada\n\nShe wrote programs."})
            asked = await call("query", {"text": "programs", "unified": True, "limit": 3})
            citation = asked["structuredContent"]["results"][0]["citation_id"]
            out["cited"] = (await call("cite", {"citation": citation}))["structuredContent"]["entity_id"]
            wrong = await call("get", {"ref": "nobody/at-all"})
            out["wrong"] = [wrong["isError"], wrong["structuredContent"]["error"]["code"]]
            many = await asyncio.gather(*(call("context", {"query": "beacon", "budget": 200 + i}) for i in range(20)))
            out["many"] = sum(not r["isError"] for r in many)
            templates = plain(await session.list_resource_templates())["resourceTemplates"]
            out["templates"] = sorted(t["uriTemplate"] for t in templates)
            page = await session.read_resource("brain://page/people/ada")
            out["page"] = page.contents[0].text
    print(json.dumps(out))


asyncio.run(main())
