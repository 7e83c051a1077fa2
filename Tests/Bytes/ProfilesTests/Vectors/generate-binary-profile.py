#!/usr/bin/env python3
"""Writes Corpus/profiles/binary.mobileconfig with Python's plistlib."""

import datetime
import pathlib
import plistlib

KEY = "com.absolute.thirdpartyconfig."

PROFILE = {
    "PayloadType": "Configuration",
    "PayloadVersion": 1,
    "PayloadIdentifier": "com.acmetop.profiles.calendar",
    "PayloadUUID": "5B3C98E1-D7A0-4F26-8B4D-E19C60F7A352",
    "PayloadDisplayName": "Calendar and contacts",
    "PayloadOrganization": "Acmetop Inc.",
    "PayloadContent": [
        {
            "PayloadType": "com.absolute.thirdpartyconfig",
            "PayloadVersion": 1,
            "PayloadIdentifier": "com.acmetop.profiles.calendar.calendar",
            "PayloadUUID": "E6091F4A-28BC-43D5-9A7E-0D5C72B8F614",
            "PayloadDisplayName": "Acmetop Calendar",
            KEY + "BundleIdentifier": "com.acmetop.calendar",
            KEY + "Category": "Account",
            KEY + "Configuration": {
                "ServerAddress": "calendar.acmetop.example",
                "ServerPort": 8443,
                "UseTLS": True,
                "FirstDay": datetime.datetime(2026, 1, 5),
                "WorkingHours": 7.6,
                "Offices": ["Zürich", "東京", "Vancouver"],
            },
        },
        {
            "PayloadType": "com.absolute.thirdpartyconfig",
            "PayloadVersion": 1,
            "PayloadIdentifier": "com.acmetop.profiles.calendar.contacts",
            "PayloadUUID": "81D2C5F7-4E0A-4B93-A6D8-3F7B19E5C04D",
            "PayloadDisplayName": "Acmetop Contacts",
            KEY + "BundleIdentifier": "com.acmetop.contacts",
            KEY + "DataEncryption": True,
            KEY + "Configuration": {
                "ServerAddress": "calendar.acmetop.example",
                "ServerPort": 8443,
                "Token": bytes(range(16)),
            },
        },
    ],
}

corpus = pathlib.Path(__file__).resolve().parents[4] / "Corpus" / "profiles"
(corpus / "binary.mobileconfig").write_bytes(
    plistlib.dumps(PROFILE, fmt=plistlib.FMT_BINARY, sort_keys=False))
