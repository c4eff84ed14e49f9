"""Reads a folder of VTK files with VTK itself and prints what it found, as JSON."""

import json
import sys
import xml.etree.ElementTree as xml

import vtk


def read(path):
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()


def array(values):
    width = values.GetNumberOfComponents()
    rows = [[values.GetComponent(k, c) for c in range(width)] for k in range(values.GetNumberOfTuples())]
    return {"width": width, "names": [values.GetComponentName(c) for c in range(width)], "rows": rows}


def fields(data):
    return {data.GetArrayName(k): array(data.GetArray(k)) for k in range(data.GetNumberOfArrays())}


def texts(data):
    found = {}
    for k in range(data.GetFieldData().GetNumberOfArrays()):
        values = data.GetFieldData().GetAbstractArray(k)
        found[values.GetName()] = [values.GetVariantValue(t).ToString() for t in range(values.GetNumberOfValues())]
    return found


def describe(path):
    data = read(path)
    found = {
        "points": data.GetNumberOfPoints(),
        "cells": data.GetNumberOfCells(),
        "polys": data.GetNumberOfPolys(),
        "lines": data.GetNumberOfLines(),
        "verts": data.GetNumberOfVerts(),
        "bounds": list(data.GetBounds()),
        "point_data": fields(data.GetPointData()),
        "cell_data": fields(data.GetCellData()),
        "texts": texts(data),
    }
    if data.GetNumberOfPolys() > 0:
        measure = vtk.vtkMassProperties()
        triangles = vtk.vtkTriangleFilter()
        triangles.SetInputData(data)
        measure.SetInputConnection(triangles.GetOutputPort())
        measure.Update()
        found["volume"] = measure.GetVolume()
    return found


folder = sys.argv[1]
found = {"version": vtk.vtkVersion().GetVTKVersion()}
for part in ["grains", "contacts", "chains", "walls"]:
    sets = xml.parse(f"{folder}/{part}.pvd").getroot().findall("Collection/DataSet")
    last = sets[-1]
    found[part] = describe(f"{folder}/{last.get('file')}")
    found[part]["times"] = [float(entry.get("timestep")) for entry in sets]
print(json.dumps(found))
